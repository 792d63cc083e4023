import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A test collection: documents, questions, and which documents answer which question. */
export interface ProseSet {
  readonly name: string;
  readonly documents: ReadonlyMap<string, string>;
  readonly queries: ReadonlyMap<string, string>;
  readonly relevant: ReadonlyMap<string, ReadonlySet<string>>;
}

type Read = (path: string) => string;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const number = (text: string | undefined): string => String(Number(text));

/** Records of the SMART format: `.I 1`, then fields such as `.T` and `.W`. */
function smart(text: string, fields: string): Map<string, string> {
  const records = new Map<string, string[]>();
  let lines: string[] = [];
  let isWanted = false;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\.([A-Z])(?:\s+(\d+))?\s*$/.exec(line);
    if (mark === null) {
      if (isWanted) lines.push(line);
    } else if (mark[1] === 'I') {
      lines = [];
      isWanted = false;
      records.set(number(mark[2]), lines);
    } else isWanted = fields.includes(mark[1] ?? '');
  }
  return new Map([...records].map(([id, body]) => [id, body.join('\n').trim()]));
}

/** Blocks of a number and a text, ended by a slash on a line of its own. */
const blocks = (text: string): Map<string, string> =>
  new Map(
    text.split(/\r?\n\s*\/\s*(?:\r?\n|$)/).flatMap((block) => {
      const match = /^\s*(\d+)\s+(\S[\s\S]*)$/.exec(block);
      return match === null ? [] : [[match[1] ?? '', (match[2] ?? '').trim()] as const];
    }),
  );

function pairs(text: string): Map<string, Set<string>> {
  const relevant = new Map<string, Set<string>>();
  for (const line of text.split(/\r?\n/)) {
    const [query, document] = line.trim().split(/\s+/);
    if (document === undefined) continue;
    const set = relevant.get(number(query)) ?? new Set();
    relevant.set(number(query), set.add(number(document)));
  }
  return relevant;
}

const lists = (entries: Iterable<readonly [string, string]>): Map<string, Set<string>> =>
  new Map(
    [...entries].map(([id, list]) => [id, new Set(list.trim().split(/\s+/).map(number))] as const),
  );

const questions = (entries: Iterable<readonly [string, string]>): Map<string, string> =>
  new Map([...entries].map(([id, text]) => [id, oneLine(text)]));

interface Source {
  readonly repository: string;
  readonly load: (read: Read) => Omit<ProseSet, 'name'>;
}

const SOURCES: Readonly<Record<string, Source>> = {
  cranfield: {
    repository: 'valinsogna/IR_BIM_model',
    load: (read) => ({
      documents: smart(read('data/cran/cran.all.1400'), 'TW'),
      // Judgements count the questions from 1, whatever numbers the questions bear.
      queries: questions(
        [...smart(read('data/cran/cran.qry'), 'W').values()].map((text, i) => [`${i + 1}`, text]),
      ),
      // Codes run from 1 to 4. One document a question bears -1, which is no degree of relevance; it
      // is nearly always found first, and counting it lifts nDCG from .39 to .53.
      relevant: pairs(read('data/cran/cranqrel').replace(/^.*\s-1\s*$/gm, '')),
    }),
  },
  cisi: {
    repository: 'Shakiba-Alipour/Information-Retrieval-on-CISI',
    load: (read) => ({
      documents: smart(read('CISI.ALL'), 'TW'),
      queries: questions(smart(read('CISI.QRY'), 'TW')),
      relevant: pairs(read('CISI.REL')),
    }),
  },
  cacm: {
    repository: 'kavinsan/Information-Retrieval-Project',
    load: (read) => ({
      documents: smart(read('cacm.all'), 'TWK'),
      queries: questions(smart(read('query.text'), 'W')),
      relevant: pairs(read('qrels.text')),
    }),
  },
  npl: {
    repository: 'stefreschke/Information-Retrieval',
    load: (read) => ({
      documents: blocks(read('npl/doc-text')),
      queries: questions([...blocks(read('npl/query-text'))].map(([i, q]) => [i, q.toLowerCase()])),
      relevant: lists(blocks(read('npl/rlv-ass'))),
    }),
  },
  time: {
    repository: 'Chaplinski/IR-Assignment3',
    load: (read) => ({
      documents: new Map(
        read('time/TIME.ALL')
          .split(/^\*TEXT [^\n]*\n/m)
          .slice(1)
          .map((text, i) => [`${i + 1}`, text.replace('*STOP', '').trim().toLowerCase()]),
      ),
      queries: questions(
        read('time/TIME.QUE')
          .replace('*STOP', '')
          .split(/\*FIND\s+/)
          .slice(1)
          .map((block) => [
            number(block.split(/\s/, 1)[0]),
            block.replace(/^\d+/, '').toLowerCase(),
          ]),
      ),
      relevant: lists(
        read('time/TIME.REL')
          .split(/\r?\n/)
          .flatMap((line) => {
            const match = /^\s*(\d+)\s+(\d.*)$/.exec(line);
            return match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const];
          }),
      ),
    }),
  },
};

export const SETS: readonly string[] = Object.keys(SOURCES);

/** A set, or null where its repository is not there. */
export function loadSet(name: string, mirrors: string): ProseSet | null {
  const source = SOURCES[name];
  const gitDir = join(mirrors, source?.repository.replace('/', '+') ?? '', 'repo');
  if (source === undefined || !existsSync(gitDir)) return null;
  const read: Read = (path) =>
    execFileSync('git', ['--git-dir', gitDir, 'show', `HEAD:${path}`], {
      encoding: 'latin1',
      maxBuffer: 1 << 28,
    });
  return { name, ...source.load(read) };
}
