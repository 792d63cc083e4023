import type { Language, OddString } from '../code/language.ts';
import { HASH, LONG_DOUBLE, LONG_SINGLE, TRIPLE, TRIPLE_SINGLE } from '../code/marks.ts';
import { delimitedEnd } from '../code/quoting.ts';

/** ~r/ … / */
const SIGIL: OddString = {
  first: '~',
  end: ({ text, at }) =>
    /^~[a-zA-Z][([{<|/"']/.test(text.slice(at, at + 3)) && !text.startsWith('"""', at + 2)
      ? delimitedEnd(text, at + 2)
      : -1,
};

export const elixir: Language = {
  extensions: 'ex exs',
  spoken: 'elixir erlang otp',
  interpreters: /^elixir/,
  comments: HASH,
  strings: [SIGIL, TRIPLE, TRIPLE_SINGLE, LONG_DOUBLE, LONG_SINGLE],
  imports: /^\s*(?:alias|import|require|use)\s+([\w.]+)/,
  definitions: {
    module: /^\s*def(?:module|protocol|impl)\s+([\w.]+)/,
    function: /^\s*def(?:p|macro|macrop|guard|delegate)?\s+([\w?!]+)/,
    type: /^\s*@(?:type|typep|opaque|callback)\s+(\w+)/,
    case: /^\s*(?:test|describe)\s+"([^"]*)"/,
  },
  braceless: true,
};
