import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { languageNamed, languageOf } from '../../../text/code/known.ts';
import { loadGrammars } from './grammars.ts';
import { kindOf } from './kinds.ts';
import { grammarLanguage, outlineCode, SCRIPT_LANGUAGES, unreadWithout } from './outline.ts';
import { needsGrammar } from './scan/scan.ts';

/** How much of a file is looked at for the mark of a dialect. */
const DIALECT_CHARS = 2000;

/** Source code and all that goes with it. The last adapter asked: it takes every text no other source claimed. */
export const code: SourceAdapter = {
  name: 'code',
  claim(path, head): Shape {
    const language = languageOf(path, head);
    const dialect = languageNamed(language)?.dialect;
    const options = dialect?.mark.test(head.slice(0, DIALECT_CHARS)) ? dialect.name : '';
    return { source: 'code', kind: kindOf(path, language), language, options };
  },
  async prepare(shapes): Promise<void> {
    const languages = shapes.flatMap(({ language, options }) =>
      languageNamed(language)?.scripts === undefined
        ? grammarLanguage(language, options)
        : SCRIPT_LANGUAGES,
    );
    await loadGrammars(new Set(languages.filter(needsGrammar)));
  },
  prepareFor(text, shape) {
    const language = unreadWithout(text, shape.language, shape.options);
    return language === null ? null : loadGrammars([language]);
  },
  outline: (text, shape) => outlineCode(text, shape.language, shape.options),
};
