import type { Language } from '../code/language.ts';

export const ini: Language = {
  extensions: 'ini cfg conf properties desktop editorconfig flake8 pylintrc coveragerc prefs',
  files: '.gitconfig .npmrc .flake8 .pylintrc .coveragerc .editorconfig .gitmodules pipfile.ini',
  role: 'config',
  comments: { marks: [';', '#'], opens: /^\s*[#;]/, place: 'start' },
  strings: [],
  grammar: {
    wasm: 'ini',
    oddWords: true,
    query: `
(section (section_name (text) @name)) @section
(setting (setting_name) @name) @key
(comment) @comment
`,
  },
  definitions: { section: /^\[([^\]]+)\]/, key: /^([\w.-]+)\s*[=:]/ },
  runs: 'section',
};
