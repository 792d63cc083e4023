import type { Language } from '../code/language.ts';
import { MARKUP } from '../code/marks.ts';

export const xml: Language = {
  extensions:
    'xml xsd xsl xslt wsdl plist csproj vbproj fsproj props targets resx xaml pom svg rss atom',
  role: 'markup',
  comments: MARKUP,
  strings: [],
  definitions: { section: /^\s{0,4}<([A-Za-z][\w:.-]*)[^>]*>\s*$/ },
};
