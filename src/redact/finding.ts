import { rememberedText } from '../math/memo.ts';
import type { Repeats } from './repeats.ts';
import type { Reading } from './strictness.ts';

/** A stretch of text that holds a secret: half-open UTF-16 offsets. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** Which rule saw it, as counted in `redactions`. */
  readonly rule: string;
  /** The key's name where there is one, else the rule's. */
  readonly name: string;
}

/** A text, how it is read, and where findings go: what every rule is given. */
export interface Scan {
  readonly text: string;
  /** The low byte of each of its characters. */
  readonly bytes: Uint8Array;
  readonly reading: Reading;
  readonly report: Report;
  readonly repeats: Repeats;
}

/** A rule that looks at texts in which one of these stands, small letters for those of either case; without any, where there is a name. */
export interface Hinted {
  readonly hints: readonly string[];
  readonly ignoresCase?: boolean;
  readonly scan: (scan: Scan) => void;
}

export type Report = (start: number, end: number, rule: string, name: string) => void;

/** How the marker of a replaced value begins; nothing that holds it is looked at again. */
export const MARKER_OPEN = '‹secret:';
const MARKER_CLOSE = '›';

const NAME_LIMIT = 64;
/** What follows the opening of a marker, up to its end. */
export const MARKED_NAME: RegExp = new RegExp(`[\\w.-]{1,${NAME_LIMIT}}${MARKER_CLOSE}`, 'y');
const UNFIT = /[^A-Za-z0-9_.-]+/g;

const MOST_CHARACTERS = 300_000;
const fitOf = rememberedText(
  (name: string): string =>
    name
      .replace(UNFIT, '')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, NAME_LIMIT),
  MOST_CHARACTERS,
);

/** The text that stands where a secret stood. */
export const markerOf = (name: string, rule: string): string =>
  `${MARKER_OPEN}${fitOf(name) || rule}${MARKER_CLOSE}`;
