import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { readEvidence, writeEvidence } from '../../src/flow/evidence-text.ts';
import { readFocus } from '../../src/flow/focus.ts';
import { readHashes } from '../../src/flow/line-hashes.ts';
import { fileOf, parsePart } from '../../src/flow/names.ts';
import { parseSelector } from '../../src/flow/selector.ts';
import { analyse, claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';
import { SheafError } from '../../src/model/errors.ts';
import { NO_SOURCES } from '../../src/ports/source.ts';
import { diffPlans } from '../../src/record/diff-plans.ts';
import { readPlan } from '../../src/record/read-plan.ts';
import { redact } from '../../src/redact/redact.ts';
import { readTask } from '../../src/task/read-task.ts';
import { hiddenIn, withHiddenShown } from '../../src/text/hidden.ts';
import { createIgnoreRules, parseRules } from '../../src/text/paths/ignore-rules.ts';

/* Whatever a stranger may have written, and what must hold of it. A refusal is a `SheafError`; all else that is thrown is a fault. */

const SETTINGS = ingestSettings(DEFAULTS);
const SHAPE = { source: 'documentation', kind: 'prose', language: 'text', options: '' } as const;

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const linesIn = (text: string): number => text.split('\n').length;

/** A file as the write path reads it: the pieces, joined, are the text. */
const file =
  (path: string) =>
  (text: string): void => {
    const shape = claim(path, text, SETTINGS);
    if (shape === null) return;
    const facts = analyse(text, shape, NO_SOURCES);
    let end = 0;
    for (const { start, end: next } of facts.chunks) {
      must(start === end, `a gap in ${path}`);
      end = next;
    }
    must(end === facts.text.length, `text of ${path} is missing from its pieces`);
  };

/** Evidence as a person may have written it: written again, it reads the same; its first line also names parts and sources. */
function flow(text: string): void {
  const read = readEvidence(text);
  const provenance = read.provenance ?? {
    uri: 'file://a.md',
    cid: '',
    span: null,
    tags: [],
    more: {},
  };
  const { more, ...written } = provenance;
  const title = read.title ?? 'a.md';
  const again = readEvidence(writeEvidence(title, { ...written, more: {} }, read.body));
  must(again.body === read.body, 'the content of evidence changes');
  must(again.provenance?.uri === provenance.uri, 'evidence forgets its source');
  readFocus(text);
  readHashes(text);
  const line = text.split('\n')[0] ?? '';
  const part = parsePart(`ctx/evidence/${line}`);
  must(part === null || parsePart(fileOf(part)) !== null, 'a part has a name that is none');
  parseSelector(line, (path) => path.length % 2 === 0);
}

export const TARGETS: Readonly<Record<string, (text: string) => unknown>> = {
  config: (text) =>
    loadConfig({
      root: '/project',
      env: {},
      home: null,
      readText: (path) => (path === '/project/sheaf.toml' ? text : null),
    }).then(
      ({ trusted }) => must(trusted.length === 0, 'nobody trusts this file'),
      (error: unknown) => must(error instanceof SheafError, `not refused in words: ${error}`),
    ),
  task: (text) => readTask(text),
  plan: (text) => {
    const plan = readPlan(text);
    must(diffPlans(plan, plan).length === 0, 'a plan differs from itself');
  },
  redact: (text) => {
    const { text: clean } = redact(text, SHAPE);
    must(linesIn(clean) === linesIn(text), 'a line is lost');
    must(redact(clean, SHAPE).text === clean, 'redacted twice, it changes again');
  },
  hidden: (text) => must(hiddenIn(withHiddenShown(text)) === 0, 'something stays hidden'),
  ignore: (text) => {
    const rules = createIgnoreRules();
    rules.add('', parseRules(text, '.gitignore'));
    for (const path of ['a', 'src/b.ts', 'deep/er/and/deeper.log']) rules.ruleFor(path, false);
  },
  log: file('logs/app.log'),
  transcript: file('.sheaf/conversations/talk.jsonl'),
  talk: file('.sheaf/conversations/talk.md'),
  flow,
};

/** Nothing where all holds; a sentence where it does not. */
export async function faultOf(target: string, text: string): Promise<string | null> {
  try {
    await TARGETS[target]?.(text);
    return null;
  } catch (error) {
    return error instanceof SheafError ? null : `${target}: ${String(error)}`;
  }
}
