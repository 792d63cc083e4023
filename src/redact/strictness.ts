import { rememberedOf } from '../math/memo.ts';
import type { Shape } from '../model/shape.ts';
import { TONGUE } from '../text/tongues.ts';

/**
 * How much doubt is enough. `deny`: every value goes unless it is known to be harmless. `config`: a value under a
 * secret-sounding key goes, because configuration holds literals. `code`: it must look like a literal
 * secret too, because code and prose talk about passwords far more often than they hold one.
 */
export type Strictness = 'deny' | 'config' | 'code';

export interface Reading {
  readonly strictness: Strictness;
  /** True where an unquoted word after `=` or `:` is a literal and not an expression. */
  readonly bareLiterals: boolean;
  /** True where such a literal may hold blanks and ends with its line. */
  readonly literalsEndLines: boolean;
  /** True where a word after `=` is a literal as long as no blank stands around the sign. */
  readonly tightLiterals: boolean;
  /** True where sentences and labels stand under any key (messages, schemas), so plain words prove nothing. */
  readonly holdsProse: boolean;
  /** True where most of a text are sentences. */
  readonly speaks: boolean;
  /** True for a catalogue of translations: words under any key are what people read. */
  readonly translates: boolean;
  readonly language: string;
}

const CONFIG_LANGUAGES =
  /^(?:yaml|json|jsonc|json5|toml|ini|properties|hcl|terraform|dotenv|env|conf|config|nginx|systemd|dockerfile|apache|editorconfig|npmrc|netrc)$/;
const BARE_LANGUAGES =
  /^(?:yaml|ini|properties|dotenv|env|conf|config|nginx|systemd|dockerfile|apache|npmrc|netrc|text|toml)$/;
const SHELLS =
  /^(?:bash|shell|sh|zsh|fish|tcsh|powershell|bat|batch|dockerfile|makefile|markdown|rst|text|log)$/;
const CONFIG_KINDS = /^(?:config|data|build)$/;

/** Catalogues in YAML begin with the language. */
const TRANSLATES = new RegExp(
  `^\\ufeff?(?:---\\s*\\n)?(?:#[^\\n]*\\n){0,20}["']?(?:${TONGUE})(?:[-_]\\w{2,4})?["']?:[ \\t]*\\r?\\n[ \\t]`,
);

export function readingOf(shape: Shape, text: string): Reading {
  const reading = readingOfShape(shape);
  const translates =
    (shape.language === 'yaml' &&
      (TRANSLATES.test(text.slice(0, OPENING)) || isCatalogue(text, LINES))) ||
    (/^(?:ini|properties)$/.test(shape.language) && isCatalogue(text, LINES)) ||
    (shape.language === 'json' && isCatalogue(text, VALUES));
  return translates ? { ...reading, translates } : reading;
}
const OPENING = 2000;

const VALUES = /":\s{0,4}"([^"\n]{1,400})"/g;
/** Values of keys, and items of lists, which translations hardly have. */
const LINES = /^[ \t]*(?:- .*|[\w.-]+(?::[ \t]+|[ \t]*=[ \t]*)["']?([^\n]{1,400}))$/gm;
const SENTENCE = /^[^:/=]*\p{L} \(?\p{L}/u;
const CATALOGUE_REACH = 12_000;
const LEAST_VALUES = 8;
const LEAST_SENTENCES = 0.5;
/** Of most values are sentences, as of translations. */
function isCatalogue(text: string, pattern: RegExp): boolean {
  const values = [...text.slice(0, CATALOGUE_REACH).matchAll(pattern)];
  const sentences = values.filter(([, value = '']) => SENTENCE.test(value)).length;
  return values.length >= LEAST_VALUES && sentences >= LEAST_SENTENCES * values.length;
}

/** Messages of commits come by the ten thousand, all of one shape. */
const readingOfShape = rememberedOf(({ source, kind, language }: Shape): Reading => {
  const speaks = source !== 'code' && source !== 'deployment' && source !== 'logs';
  const lines = {
    language,
    speaks,
    translates: false,
    bareLiterals: true,
    literalsEndLines: true,
    tightLiterals: true,
  };
  if (kind === 'env') return { ...lines, strictness: 'deny', holdsProse: false };
  // What a program logs are values: nobody writes an expression there.
  if (source === 'logs')
    return { ...lines, strictness: 'config', literalsEndLines: false, holdsProse: true };
  const isConfig =
    source === 'deployment' ||
    (source === 'code' &&
      (CONFIG_LANGUAGES.test(language) || (CONFIG_KINDS.test(kind) && language === 'text')));
  const bareLiterals = isConfig && BARE_LANGUAGES.test(language) && kind !== 'terraform';
  return {
    language,
    speaks,
    translates: false,
    strictness: isConfig ? 'config' : 'code',
    bareLiterals,
    literalsEndLines: bareLiterals,
    tightLiterals: isConfig || SHELLS.test(language) || source !== 'code',
    holdsProse: !isConfig || source !== 'deployment',
  };
});
