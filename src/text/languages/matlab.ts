import type { Language } from '../code/language.ts';
import { PERCENT } from '../code/marks.ts';

export const matlab: Language = {
  extensions: 'mlx',
  comments: { ...PERCENT, place: 'start' },
  strings: [],
  definitions: {
    class: /^\s*classdef\s+(?:\([^)]*\)\s*)?(\w+)/,
    function: /^\s*function\s+(?:[^=]*=\s*)?(\w+)/,
  },
};
