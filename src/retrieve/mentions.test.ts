import { describe, expect, it } from 'vitest';
import { frameHits, PathLookup } from './mentions.ts';

const at = (path: string, line: number, name: string) => ({ path, line, function: name });

describe('RT-1 frames of a trace', () => {
  const lookup = new PathLookup([
    'src/cart.ts',
    'src/http/serve.ts',
    'shop/cart.py',
    'shop/run.py',
  ]);
  const strongest = (frames: Parameters<typeof frameHits>[0]): number | undefined =>
    frameHits(frames, lookup).toSorted((a, b) => b.score - a.score)[0]?.file;

  it('are strongest where it happened: Python tells that last, others first', () => {
    expect(strongest([at('src/cart.ts', 3, 'add'), at('src/http/serve.ts', 9, 'serve')])).toBe(0);
    expect(strongest([at('shop/run.py', 9, 'main'), at('shop/cart.py', 3, 'add')])).toBe(2);
  });

  it('of what a compiler wrote lead to the source, by the name of the function and not by the line', () => {
    const [hit] = frameHits(
      [at('/app/node_modules/shop/dist/http/serve.mjs', 120, 'serve')],
      lookup,
    );
    expect(hit).toMatchObject({ file: 1, frame: { line: 0, function: 'serve' } });
    const both = new PathLookup(['lib/serve.js', 'src/serve.ts']);
    expect(frameHits([at('lib/serve.js', 7, '')], both)).toMatchObject([
      { file: 0, frame: { line: 7 } },
    ]);
  });
});
