import type { Language } from '../code/language.ts';
import { DOUBLE, NO_COMMENTS, SLASHES } from '../code/marks.ts';

export const json: Language = {
  extensions: 'json jsonc json5 webmanifest ipynb geojson map har avsc',
  files:
    '.babelrc .eslintrc .prettierrc .stylelintrc .swcrc .jshintrc .watchmanconfig composer.lock',
  role: 'config',
  comments: { ...NO_COMMENTS, marks: SLASHES.marks },
  strings: [DOUBLE],
  definitions: { section: /^(?: {1,4}|\t)"([^"\\]+)"\s*:/ },
};
