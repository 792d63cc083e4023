import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, LONG_SINGLE, PERCENT } from '../code/marks.ts';

export const erlang: Language = {
  extensions: 'erl hrl',
  comments: PERCENT,
  strings: [LONG_DOUBLE, LONG_SINGLE],
  imports: /^-include(?:_lib)?\("([^"]+)"/,
  definitions: {
    module: /^-module\((\w+)/,
    type: /^-(?:type|opaque)\s+(\w+)/,
    struct: /^-record\((\w+)/,
    macro: /^-define\((\w+)/,
    function: /^([a-z]\w*)\s*\(.*->/,
  },
  braceless: true,
};
