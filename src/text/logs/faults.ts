import type { Word } from './words.ts';

/** Words that say that something went wrong; two messages that differ in them are never one template. */
const FAULT_STEMS =
  /^(?:err(?:or)?s?|fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|abort(?:s|ed|ing)?|crash(?:ed|es)?|corrupt(?:ed|ion)?|denied|refused|reject(?:s|ed)?|forbidden|unauthori[sz]ed|illegal|invalid|unable|cannot|unreachable|unavailable|timeout|timed|expired|exceeded|lost|broken|missing|killed|terminated|unexpected|segfault|overflow|underflow|deadlock(?:ed)?|exceptions?|warnings?|critical|alert|emergency|undefined|unhandled|uncaught|exhausted|reset|disconnect(?:ed)?|mismatch|violation|bad|wrong)$/i;

/** Class names of errors: `NullPointerException`, `KeyError`, `kStoreError_Gone`, `net::ERR_FAILED`, `ENOENT`. */
const FAULT_NAME =
  /(?:^|[a-z\d.$_])(?:Exception|Error|Fault|Failure|Panic|Interrupt)(?:_[A-Za-z]\w*)?$|^E[A-Z]{3,}$|^[A-Z]+_E(?:RR(?:OR)?)?_[A-Z_]+$|^ERR_[A-Z_]+$/;

const CODE_BEFORE =
  /^(?:error|errno|err|code|errorcode|error_code|exitcode|exit|rc|hresult|sqlstate|signal)$/i;
const STATUS_BEFORE = /^(?:status|status_code|statuscode|http)$/i;
const CODE = /^(?:-?\d{1,10}|0x[\da-f]{1,16}|[A-Z]{1,6}-?\d{1,6})$/i;
const NAMED_CODE = /^(?:ORA|SQL|MY|TS|CS|E|ERR|HY|DB)-?\d{3,6}$/;
const SERVED = /^([45]\d{2})(?: |$)/;
const FIRST_FAULTY_STATUS = 400;
const MOST_FAULTS = 12;

/** The parts of `can't` and `couldn't`, which words are cut at. */
const NEGATED = /^(?:can|couldn)$/i;
const NOT = /^['’]t\b/;
const isNegated = (message: string, { text, end }: Word): boolean =>
  NEGATED.test(text) && NOT.test(message.slice(end, end + 3));

/** The code a value states, if the words before it say that it is one. */
function codeAt(message: string, words: readonly Word[], i: number, word: Word): string {
  const value = message.slice(word.start, word.end);
  if (NAMED_CODE.test(value)) return value;
  // A key keeps its sign: `errno=`.
  const before = (words[i - 1]?.text ?? '').replace(/=$/, '');
  // The end of a request in an access log: `"GET / HTTP/1.1" 502 157`.
  const served = message.slice(word.start - 2, word.start) === '" ' ? SERVED.exec(value) : null;
  if (served !== null) return served[1] ?? '';
  if (!CODE.test(value) || Number(value) === 0) return '';
  if (CODE_BEFORE.test(before)) return value;
  const status = Number(value);
  return STATUS_BEFORE.test(before) && status >= FIRST_FAULTY_STATUS && status < 600 ? value : '';
}

/**
 * All that names a fault in a message, in order: the part of a template that may never be wild. And the words of
 * the message, with its codes as they are.
 */
export function faultsOf(
  message: string,
  words: readonly Word[],
): { names: readonly string[]; words: readonly Word[] } {
  const names: string[] = [];
  let spelled = words;
  for (const [i, word] of words.entries()) {
    if (names.length >= MOST_FAULTS) break;
    if (FAULT_STEMS.test(word.text) || FAULT_NAME.test(word.text) || isNegated(message, word)) {
      names.push(word.text);
      continue;
    }
    const code = codeAt(message, words, i, word);
    if (code === '') continue;
    names.push(code);
    spelled = spelled.with(i, { ...word, text: code });
  }
  return { names, words: spelled };
}
