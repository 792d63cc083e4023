import type { Language } from '../code/language.ts';
import { MARKUP, PERCENT } from '../code/marks.ts';

export const html: Language = {
  extensions: 'html htm xhtml',
  role: 'markup',
  comments: MARKUP,
  strings: [],
  definitions: {
    section:
      /^\s{0,4}<((?:head|body|main|nav|header|footer|section|article|form|script|style|template|table)\b)/,
  },
};

export const xml: Language = {
  extensions:
    'xml xsd xsl xslt wsdl plist csproj vbproj fsproj props targets resx xaml pom svg rss atom',
  role: 'markup',
  comments: MARKUP,
  strings: [],
  definitions: { section: /^\s{0,4}<([A-Za-z][\w:.-]*)[^>]*>\s*$/ },
};

export const jinja: Language = {
  extensions: 'j2 jinja jinja2 njk twig liquid hbs handlebars mustache ejs erb haml pug jade',
  role: 'markup',
  comments: { ...MARKUP, opens: /^\s*\{#/ },
  definitions: { section: /^\s*\{%-?\s*(?:block|macro)\s+(\w+)/ },
};

export const razor: Language = { extensions: 'cshtml razor', role: 'markup', comments: MARKUP };

export const latex: Language = {
  extensions: 'tex sty bib',
  role: 'markup',
  comments: { ...PERCENT, place: 'start' },
  strings: [],
  runs: 'section',
  definitions: { section: /^\s*\\(?:chapter|section|subsection|subsubsection)\*?\{([^}]*)/ },
};
