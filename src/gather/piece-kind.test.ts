import { describe, expect, it } from 'vitest';
import { factsOf } from '../../test/support/facts.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Unit } from '../model/document.ts';
import { kindOfPiece } from './piece-kind.ts';

const TEXT = [
  'pub fn add(a: u8) -> u8 {\n    a + 1\n}\n\n\n',
  '#[tokio::test]\nasync fn adds() {\n    assert_eq!(add(1), 2);\n}\n\n',
  'mod tests {\n    fn helper() {\n    }\n\n}\n',
].join('');

const unit = (firstLine: number, lastLine: number, within: readonly string[] = []): Unit => {
  return { firstLine, lastLine, kind: 'function', name: '', names: [], within, joins: false };
};

const kindsIn = (language: string): string[] => {
  const shape = { source: 'code', kind: 'source', language, options: '' } as const;
  const units = [unit(1, 5), unit(6, 10), unit(11, 15, ['tests'])];
  const facts = factsOf(TEXT, { units }, shape);
  const rest = { file: 0, path: 'a.rs', priority: 1, frame: 0, words: 0, worth: 0 };
  return facts.chunks.map(({ firstLine, lastLine, start, end }, sequence) => {
    const chunk: RankedChunk = { ...rest, sequence, firstLine, lastLine, start, end };
    return kindOfPiece(facts, chunk);
  });
};

describe('what a piece of a file is', () => {
  it('a test where tests stand beside the code, by its mark or by the module around it', () => {
    expect(kindsIn('rust')).toEqual(['code', 'test', 'test']);
  });

  it('code in a language that has its tests elsewhere', () => {
    expect(kindsIn('go')).toEqual(['code', 'code', 'code']);
  });
});
