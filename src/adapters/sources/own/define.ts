import { anyText, type Check, callback, fields, list, taken, text } from '../../../config/given.ts';
import { splitLines } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Unit } from '../../../model/document.ts';
import { SheafError } from '../../../model/errors.ts';
import { isBuiltIn, type Shape } from '../../../model/shape.ts';
import type { CompressRequest, SourceAdapter } from '../../../ports/source.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';

/** A stretch of whole lines that belongs together, such as one issue. Lines count from 1. */
export interface SourceUnit {
  readonly firstLine: number;
  readonly lastLine: number;
  /** What a person would call it. */
  readonly name?: string;
  /** What it is, in a word: `issue`, `ticket`, `entry`; `item` unless it is given. */
  readonly kind?: string;
  /** Words it should be found by, as code is by what it defines. */
  readonly names?: readonly string[];
}

/**
 * A source of your own. Its functions get texts from anywhere, so they must take any text without throwing, and give the same
 * answer for the same text: no clock, no randomness, nothing of the machine. `checkSource` of `sheaf/testing` tries that.
 */
export interface SourceDefinition {
  /** Small letters, digits and dashes, such as `issues`; `sources: ['issues']` then asks for it. */
  readonly name: string;
  /** Change it whenever the same file would be read otherwise: what the index holds of this source is then rebuilt. */
  readonly version: string;
  /** Which files belong to it: globs as in a .gitignore, or a function of the path and the first 4096 characters. */
  readonly discover: string | readonly string[] | ((path: string, head: string) => boolean);
  /** Turns a file into the text that is searched and shown; without it the file is its own text. */
  readonly read?: ((raw: string) => string) | undefined;
  /** The parts of a text, in order and without overlap; lines between two belong to the later. */
  readonly units?: ((text: string) => readonly SourceUnit[]) | undefined;
  /** A text in at most `maxTokens` tokens; null where the usual way is as good. What is too long is not used. */
  readonly compress?: ((text: string, request: CompressRequest) => string | null) | undefined;
  /** The language of the text, for fences and comments: `markdown`, `json`; `text` unless it is given. */
  readonly language?: string | undefined;
}

/** A source that was defined. */
export interface Source extends SourceAdapter {
  readonly version: string;
}

const NEEDED = ['name', 'version', 'discover'] as const;
const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const WORD = /^[\w.+-]{1,40}$/;

const matching = (pattern: RegExp, must: string): Check<string> =>
  taken(must, (value) => typeof value === 'string' && pattern.test(value));

const discovering = (value: unknown, name: string): SourceDefinition['discover'] => {
  if (typeof value === 'function') return value as (path: string, head: string) => boolean;
  return typeof value === 'string' ? text(value, name) : list(text)(value, name);
};

/** Makes a source, from discovery to compression, that `openWorkspace({ sources: [mine] })` takes. */
export function defineSource(definition: SourceDefinition): Source {
  const own = fields<SourceDefinition>('defineSource', definition, NEEDED, {
    name: matching(NAME, 'a name of small letters, digits and dashes'),
    version: matching(WORD, 'a short word, such as "1"'),
    discover: discovering,
    read: callback(),
    units: callback(),
    compress: callback(),
    language: matching(WORD, 'the name of a language'),
  });
  const { name, version, discover, read, units, compress, language = 'text' } = own;
  if (isBuiltIn(name)) {
    throw new SheafError('usage', `there is a source ${name} already`, 'Give yours another name.');
  }
  const shape: Shape = { source: name, kind: 'item', language, options: `version=${version}` };
  const claims =
    typeof discover === 'function'
      ? discover
      : (path: string) => matchesGlobs(path, typeof discover === 'string' ? [discover] : discover);
  const doing = <T>(step: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const sentence = `the source ${name} failed in ${step}: ${message}`;
      const hint =
        'Its functions must take any text; checkSource of sheaf/testing shows where they do not.';
      throw new SheafError('unreadable', sentence, hint, error);
    }
  };
  return {
    name,
    version,
    claim: (path, head) => (doing('discover', () => claims(path, head)) === true ? shape : null),
    ...(read && { render: (raw) => doing('read', () => anyText(read(raw), 'what read gives')) }),
    outline: (text) => ({
      ...EMPTY_OUTLINE,
      units: doing('units', () => unitsOf(units?.(text) ?? [], splitLines(text).length)),
    }),
    ...(compress && {
      compress: (text, request) =>
        doing('compress', () => {
          const shorter = compress(text, request);
          return shorter === null ? null : anyText(shorter, 'what compress gives');
        }),
    }),
  };
}

/** Units as the rest of the program wants them; those that could not be cut by are refused. */
function unitsOf(given: readonly SourceUnit[], lines: number): Unit[] {
  let next = 1;
  return list((value) => value as SourceUnit)(given, 'what units gives').map((unit, i) => {
    const { firstLine, lastLine, name = '', kind = 'item', names = [] } = unit;
    const isWhole = Number.isInteger(firstLine) && Number.isInteger(lastLine);
    if (!isWhole || firstLine < next || lastLine < firstLine || lastLine > lines) {
      throw new SheafError(
        'usage',
        `unit ${i + 1} has the lines ${firstLine} to ${lastLine}, which do not lie between ${next} and ${lines}`,
      );
    }
    next = lastLine + 1;
    const said = { name: String(name), kind: String(kind), names: names.map(String) };
    return { firstLine, lastLine, ...said, within: [], joins: false };
  });
}
