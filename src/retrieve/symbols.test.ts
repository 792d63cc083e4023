import { describe, expect, it } from 'vitest';
import { factsOf } from '../../test/support/facts.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Definition, Outline, Unit } from '../model/document.ts';
import { type NamedPiece, nameLinks } from './symbols.ts';

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\n';

const unit = (firstLine: number, lastLine: number, names: readonly string[]): Unit => {
  return { firstLine, lastLine, kind: 'function', name: '', names, within: [], joins: false };
};
const definition = (name: string, line: number): Definition => {
  return { name, kind: 'variable', line, lastLine: line, within: [] };
};

/** The pieces of a file with an outline given by hand. */
const piecesOf = (path: string, outline: Partial<Outline>): NamedPiece[] => {
  const facts = factsOf(LINES, outline);
  return facts.chunks.map((chunk, sequence) => {
    const ranked = { file: 0, path, sequence, priority: 1, frame: 0, words: 0, worth: 0 };
    const { firstLine, lastLine, start, end } = chunk;
    const own: RankedChunk = { ...ranked, firstLine, lastLine, start, end };
    return { chunk: own, facts, isTest: false };
  });
};

const linked = (pieces: readonly NamedPiece[], seed: NamedPiece | undefined): string[] =>
  seed === undefined
    ? []
    : nameLinks(pieces, [{ piece: seed, strength: 1 }]).map(({ name, to }) => `${name} ${to.path}`);

describe('where the names of a piece lead', () => {
  it('to the file that defines a name, not to the variable an import is kept in', () => {
    const user = piecesOf('app.js', {
      units: [unit(1, 1, ['weigh']), unit(2, 6, ['ship'])],
      definitions: [definition('weigh', 1), definition('ship', 2)],
      imports: [{ module: './tools', names: [], line: 1 }],
      references: [{ name: 'weigh', line: 4 }],
    });
    const tools = piecesOf('tools.js', {
      units: [unit(1, 6, ['weigh'])],
      definitions: [definition('weigh', 1)],
    });
    expect(linked([...user, ...tools], user[1])).toEqual(['weigh tools.js']);
  });

  it('from a list of many to a few only', () => {
    const names = ['amber', 'beige', 'coral', 'denim', 'ebony', 'flint', 'gold', 'hazel'];
    const list = piecesOf('all.js', {
      units: [unit(1, 6, ['colours'])],
      references: names.map((name) => ({ name, line: 2 })),
    });
    const each = names.flatMap((name) => piecesOf(`${name}.js`, { units: [unit(1, 6, [name])] }));
    expect(linked([...list, ...each], list[0])).toHaveLength(4);
  });
});
