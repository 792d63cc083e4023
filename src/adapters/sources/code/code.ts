import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { isComponent, SCRIPT_LANGUAGES } from './embedded.ts';
import { loadGrammars } from './grammars.ts';
import { kindOf } from './kinds.ts';
import { languageOf } from './languages.ts';
import { grammarLanguage, outlineCode } from './outline.ts';

const FLOW = /^\s*(?:\/\/|\/?\*+)\s*@flow\b|\*\s+@flow\b/m;

/** Source code and all that goes with it. The last adapter asked: it takes every text no other source claimed. */
export const code: SourceAdapter = {
  name: 'code',
  claim(path, head): Shape {
    const language = languageOf(path, head);
    const options = language === 'javascript' && FLOW.test(head.slice(0, 2000)) ? 'flow' : '';
    return { source: 'code', kind: kindOf(path, language), language, options };
  },
  async prepare(shapes): Promise<void> {
    const languages = new Set<string>();
    for (const { language, options } of shapes) {
      if (isComponent(language)) for (const script of SCRIPT_LANGUAGES) languages.add(script);
      else languages.add(grammarLanguage(language, options));
    }
    await loadGrammars(languages);
  },
  outline: (text, shape) => outlineCode(text, shape.language, shape.options),
};
