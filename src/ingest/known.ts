import { decode } from '../adapters/files/decode.ts';
import { inOrder, type Known, knownIn } from '../redact/known.ts';
import { claim } from './analyse.ts';
import type { Holder } from './holders.ts';
import type { IngestSettings } from './settings.ts';

const MOST_KNOWN = 1000;

/** The secrets that files of settings give away. */
export function knownOf(holders: readonly Holder[], settings: IngestSettings): readonly Known[] {
  const known = holders.flatMap(({ path, bytes }) => {
    const decoded = decode(bytes);
    if (decoded.kind === 'binary') return [];
    const shape = claim(path, decoded.text, settings);
    return shape === null ? [] : knownIn(decoded.text, shape);
  });
  return inOrder(known).slice(0, MOST_KNOWN);
}
