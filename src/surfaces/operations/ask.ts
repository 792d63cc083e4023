import { SheafError } from '../../model/errors.ts';
import type { SearchHit } from '../../model/results.ts';
import { flowOf, withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';
import { FLOW_OPTION } from './assembly-options.ts';

const SEARCHED = 40;
/** Evidence counts as what a subject is about from this share of the best one's relevance on. */
const LEAST_SHARE = 0.5;
/** How the answers of each kind are introduced. */
const SAYS = { covers: 'Shows', missing: 'Suggests', redundant: 'Flags' } as const;

/** Of the evidence, what the subject is about most: the tests and pages of what only shares a word with it are not missing. */
function foremost(paths: readonly string[], hits: readonly SearchHit[]): readonly string[] {
  const there = hits.filter(({ path }) => paths.includes(path));
  const least = LEAST_SHARE * Math.max(...there.map(({ relevance }) => relevance));
  const best = there.filter(({ relevance }) => relevance >= least);
  return best.length === 0 ? paths : best.map(({ path }) => path);
}

export const ask: Operation = defineOperation({
  name: 'ask',
  summary: 'Ask what the evidence of a flow covers, lacks or repeats',
  description:
    'Answers three kinds of question: which evidence covers a subject; which files are missing, including the tests and documents of files that are there; and which evidence repeats other evidence. With --coverage, lists the clauses of the request with the evidence for each. Everything is found offline. If summarization.provider names a language model, the model writes an answer as well, which is shown only if it cites evidence (e1, e2 …) and nothing else.',
  examples: {
    'sheaf ask "What evidence covers error handling?"': 'evidence, best first',
    'sheaf ask "What is missing for authentication?"': 'files not yet included',
    'sheaf ask "What evidence is redundant?"': 'evidence that repeats other',
    'sheaf ask --coverage': 'the request, clause by clause',
  },
  positionals: { question: { words: true, help: 'The question.' } },
  options: {
    coverage: { type: 'boolean', help: 'List the clauses of the request and which have evidence.' },
    ...FLOW_OPTION,
  },
  apart: [['question', 'coverage']],
  async run(input, context) {
    const flow = await flowOf(context, input.flow);
    if (input.coverage) return { kind: 'coverage' as const, clauses: await flow.coverage() };
    if (input.question === undefined || input.question.trim() === '') {
      const hint = 'such as "what covers the parser", or use --coverage';
      throw new SheafError('usage', 'QUESTION is missing', hint);
    }
    const asked = await flow.ask(input.question, (about, paths) =>
      withWorkspace(context, async (workspace) => {
        const hits = await workspace.search({ query: about, find: 'files', limit: SEARCHED });
        const found = hits
          .filter(({ tier }) => tier !== 'reference')
          .map(({ path, relevance, tier }) => ({
            path,
            relevance,
            reason: `${tier} in the index`,
          }));
        return [...(await workspace.companions(foremost(paths, hits))), ...found];
      }),
    );
    return { kind: 'answers' as const, ...asked };
  },
  present(result, page) {
    if (result.kind === 'coverage') {
      for (const { clause, evidence } of result.clauses) {
        const [sign, names] =
          evidence.length === 0 ? ['✗', 'no evidence'] : ['✓', evidence.join(' ')];
        page.line(`${sign} ${printableLine(clause)}  ${page.style.dim(names)}`);
      }
      return;
    }
    if (result.written !== null) {
      const { text, model } = result.written;
      page.raw(`${text}\n`);
      page.line(page.style.dim(`(written by ${printableLine(model)})`));
      page.line();
    }
    if (result.answers.length === 0) page.line('Nothing found.');
    else {
      const names = result.answers.map(({ name }) => printableLine(name));
      page.line(`${SAYS[result.question.kind]}: ${names.join(', ')}`);
    }
    for (const { number, name, score, reason } of result.answers) {
      const named = printableLine(number === '' ? name : `${number} ${name}`);
      page.line(`${score.toFixed(2)}  ${named}  ${page.style.dim(printableLine(reason))}`);
    }
  },
});
