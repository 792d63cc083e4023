/** A small deterministic generator, so that two runs judge the same samples. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const WORD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_';
const ANY = `${WORD}-.+/`;
/** Open repetitions are sampled with a few characters above their minimum. */
const OPEN_EXTRA = 10;

/** Writes a text that matches a regular expression; knows what rule files use, not all there is. */
export function sampleOf(pattern: string, random: () => number): string {
  let at = 0;
  const pick = (from: string): string => from.charAt(Math.floor(random() * from.length));

  function alternatives(): string {
    const options: string[] = [sequence()];
    while (pattern.charAt(at) === '|') {
      at++;
      options.push(sequence());
    }
    return options[Math.floor(random() * options.length)] ?? '';
  }
  function sequence(): string {
    let out = '';
    while (at < pattern.length && pattern.charAt(at) !== '|' && pattern.charAt(at) !== ')') {
      const from = at;
      const once = atom();
      const to = at;
      const [min, max] = quantifier();
      const times = min + Math.floor(random() * (max - min + 1));
      if (times === 1) {
        out += once;
        continue;
      }
      const resume = at;
      for (let i = 0; i < times; i++) {
        at = from;
        out += atom();
        if (at !== to) break;
      }
      at = resume;
    }
    return out;
  }
  function quantifier(): [number, number] {
    const rest = pattern.slice(at);
    const braces = /^\{(\d+)(,?)(\d*)\}\??/.exec(rest);
    if (braces !== null) {
      at += braces[0].length;
      const min = Number(braces[1]);
      if (braces[2] === '') return [min, min];
      return [min, braces[3] === '' ? min + OPEN_EXTRA : Number(braces[3])];
    }
    const mark = /^([?*+])\??/.exec(rest);
    if (mark === null) return [1, 1];
    at += mark[0].length;
    if (mark[1] === '?') return [0, 1];
    return [mark[1] === '+' ? 1 : 0, OPEN_EXTRA];
  }
  function atom(): string {
    const char = pattern.charAt(at);
    if (char === '(') return group();
    if (char === '[') return pick(charClass());
    at++;
    if (char === '\\') {
      const next = pattern.charAt(at++);
      if (next === 'd') return pick('0123456789');
      if (next === 'w') return pick(WORD);
      if (next === 's') return ' ';
      if (next === 'S') return pick(WORD);
      if (next === 'b' || next === 'z') return '';
      if (next === 'x') {
        const code = pattern.slice(at, at + 2);
        at += 2;
        return String.fromCharCode(Number.parseInt(code, 16));
      }
      return next;
    }
    if (char === '.') return pick(ANY);
    return char === '^' || char === '$' ? '' : char;
  }
  function group(): string {
    at++;
    const flags = /^\?[imsU-]*([:)])|^\?P?<\w+>/.exec(pattern.slice(at));
    if (flags !== null) at += flags[0].length;
    if (flags?.[1] === ')') return '';
    const out = alternatives();
    at++;
    return out;
  }
  function charClass(): string {
    at++;
    let set = '';
    while (at < pattern.length && pattern.charAt(at) !== ']') {
      if (pattern.startsWith('[:alnum:]', at)) {
        set += WORD.slice(0, -1);
        at += 9;
        continue;
      }
      let low = pattern.charAt(at++);
      if (low === '\\') {
        low = pattern.charAt(at++);
        if (low === 'w') set += WORD;
        if (low === 'd') set += '0123456789';
        if (low === 'w' || low === 'd' || low === 'S' || low === 's') continue;
      }
      if (pattern.charAt(at) === '-' && pattern.charAt(at + 1) !== ']') {
        const high = pattern.charAt(at + 1);
        at += 2;
        for (let c = low.charCodeAt(0); c <= high.charCodeAt(0); c++) set += String.fromCharCode(c);
      } else set += low;
    }
    at++;
    return set === '' ? 'a' : set;
  }
  return alternatives();
}
