/** A key of a mapping inside a document, and its value if that is a plain one on the same line. */
export interface KeyEvent {
  /** From 1. */
  readonly line: number;
  /** 1 for keys of the document itself. */
  readonly depth: number;
  readonly key: string;
  readonly value: string;
}

/** Calls back for the object keys of JSON down to a depth, in order; broken JSON gives the keys that are there. */
export function jsonKeys(text: string, maxDepth: number, onKey: (event: KeyEvent) => void): void {
  const inObject: boolean[] = [];
  let pending: { line: number; depth: number; key: string } | null = null;
  let expectsKey = false;
  let line = 1;
  const settle = (value: string): void => {
    if (pending) onKey({ ...pending, value });
    pending = null;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const opens = code === 123 || code === 91; // { [
    const closes = code === 125 || code === 93;
    if (code === 10) line++;
    else if (code === 34) {
      const end = stringEnd(text, at);
      const depth = inObject.length;
      if (depth <= maxDepth) {
        if (expectsKey && inObject[depth - 1]) {
          settle('');
          pending = { line, depth, key: unescaped(text.slice(at + 1, end)) };
          expectsKey = false;
        } else settle(unescaped(text.slice(at + 1, Math.min(end, at + 1000))));
      }
      at = text.charCodeAt(end) === 34 ? end : end - 1;
    } else if (opens || closes || code === 44) {
      settle('');
      if (opens) inObject.push(code === 123);
      else if (closes) inObject.pop();
      expectsKey = !closes;
    }
  }
  settle('');
}

/** Index of the closing quote; of the line's end if it is missing, so that one lost quote costs one line. */
export function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34 || code === 10) return at;
  }
  return text.length;
}

const unescaped = (raw: string): string =>
  raw.includes('\\') ? raw.replace(/\\(["\\/])/g, '$1').replace(/\\n/g, ' ') : raw;
