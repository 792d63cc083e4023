import { readFile } from 'node:fs/promises';
import { SheafError } from '../../model/errors.ts';
import { TOKENIZER_NAMES } from '../../model/options.ts';
import { openRanks, packRanks, type Ranks } from './ranks.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HINT = 'A rank file has one line per token: its bytes in base64, a space, its rank.';

const MAX_RANK = 0xffff_ffff;
const isRank = (rank: number): boolean => Number.isInteger(rank) && rank >= 0 && rank <= MAX_RANK;

/** Reads the text of a `.tiktoken` file; `name` stands in messages. */
export function parseRanks(text: string, name: string): Ranks {
  const entries: [Uint8Array, number][] = [];
  let line = 0;
  for (const raw of text.split('\n')) {
    line++;
    const entry = raw.trim();
    if (entry === '') continue;
    const space = entry.indexOf(' ');
    const base64 = entry.slice(0, space);
    const rank = Number(entry.slice(space + 1));
    if (space < 1 || !BASE64.test(base64) || !isRank(rank)) {
      throw new SheafError('unreadable', `${name} is not a rank file: line ${line}.`, HINT);
    }
    entries.push([Buffer.from(base64, 'base64'), rank]);
  }
  if (entries.length === 0) throw new SheafError('unreadable', `${name} holds no tokens.`, HINT);
  return openRanks(packRanks(entries));
}

export async function readRanks(path: string): Promise<Ranks> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new SheafError(
      'not-found',
      `There is no tokenizer ${path}, and no rank file that can be read.`,
      `Name one of ${TOKENIZER_NAMES.join(', ')}, or a file in the .tiktoken format.`,
      cause,
    );
  }
  return parseRanks(text, path);
}
