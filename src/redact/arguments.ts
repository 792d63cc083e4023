import type { Written } from './literals.ts';
import type { Reading } from './strictness.ts';
import { after, isQuote, read } from './written.ts';

/** `("--x", type=str, default=`, `('X', default=` */
const DEFAULT_ARGUMENT =
  /[^()\n]{0,120}?\b(?:default|defaultValue|fallback|unset)\s{0,4}[=:]\s{0,4}/y;
export const HEADER: RegExp = /^(?:x-[\w-]+|(?:proxy-)?authorization)$/i;

/** Calls whose second argument is the value of the first, whatever it looks like. */
const TAKES_VALUE =
  /(?:env(?:ironment)?|environ\.get|fetch|define|header|[aA]dd|[aA]ppend|flag|String(?:Var)?|[sS]et\w{0,24}|[pP]ut|getOr(?:Default|Else)|config|option|Property|argument)\(\s{0,4}\\?["'`]$/i;

/** Ruby: `set :password, 'value'`. */
const SYMBOL = /(?:^|\s)(?:set|store|config|option)[ (]:$/;
const SECOND = /\w[( ](?:&?[\w.]+|["'][\w.-]{0,20}["']),\s{0,2}["']$/;

/** Calls that copy or compare: `strcpy(password, "value")`. */
const COPIES =
  /(?:str\w{0,4}cpy|memcpy|str\w{0,5}cmp|\w?s\w?n?printf|equals|compare_digest|hash_equals|timingSafeEqual|ConstantTimeCompare|[aA]ssert[\w.]{0,20}(?:[eE]q|[sS]ame|[mM]atch|[cC]ontain|[iI]dentical|[iI]s|[eE]xact|[tT]hat)\w{0,12}!?)\((?:t, )?(?:\[\]byte\()?[&*]?$/;

/** `get("NAME", "value")`, `["--name", "value"]`: in other lists, names follow names. */
export function argument(
  text: string,
  at: number,
  near: string,
  { isFlag, quotedName, name }: { isFlag: boolean; quotedName: boolean; name: string },
  reading: Reading,
): Written | null {
  // A constant that names the setting: `setopt(h, USERPWD, "x")`, `field("String", "API_KEY", "x")`; a place: `flag(&p, "pass", "x")`.
  const isSetting = quotedName
    ? (SECOND.test(near) && (near.includes('&') || /^[A-Z_\d]+$/.test(name))) ||
      (HEADER.test(name) && /\[\s{0,4}["'`]$/.test(near))
    : near.endsWith('{') ||
      (/(?:^|\.)[A-Z_]*(?:PASS|PWD|SECRET|CREDENTIAL|TOKEN|API_?KEY)[A-Z_]*$/.test(name) &&
        !AMONG_NAMES.test(near)) ||
      SYMBOL.test(near) ||
      COPIES.test(near);
  if (isSetting && isQuote(text, at))
    return KEY.test(text.slice(at, at + KEY_REACH)) ? null : read(text, at, 'assign', reading);
  if (!quotedName) return null;
  // One of several: `ENUM ('password', 'totp')`.
  if (ONE_OF.test(near)) return null;
  const isFirst = /\(\s{0,4}\\?["'`]$/.test(near);
  const isInside = isFirst || /\([^()\n]{0,60}["'`]$/.test(near);
  const fallback = isInside || isFlag ? after(DEFAULT_ARGUMENT, text, at) : at;
  if (fallback > at) return read(text, fallback, 'assign', reading);
  if (!isFirst) return isFlag && isQuote(text, at) ? read(text, at, 'flag', reading) : null;
  // What is put into a store of the browser or of the system is no word of a language.
  if (STORES.test(near)) return read(text, at, 'flag', reading);
  if (/[fF]lags?\.\w{1,20}\(\s{0,4}["'`]$/.test(near)) return read(text, at, 'flag', reading);
  const takesValue = TAKES_VALUE.test(near) || reading.language === 'sql';
  return read(text, at, takesValue ? 'assign' : 'call', reading);
}
/** `{CONF_TOKEN, CONF_PASSWORD, "mac"}` */
const AMONG_NAMES = /[{[][^(){}[\]\n]*,\s*$/;
const ONE_OF = /\b(?:enum|in|any)\s?\(\s{0,4}["'`]$/i;
/** The next of a map: `SLUG_PASSWORD, 'definition' => …`. */
const KEY = /^(["'`])[\w.-]*\1\s?=>/;
const KEY_REACH = 60;
const STORES =
  /(?:setItem|[cC]ookies?\.set|\.cookie|set_?env|set_?cookie|putString)\(\s{0,4}["'`]$/i;
