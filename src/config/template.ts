import { CONFIG_FILE } from './find.ts';
import { accepts, type KeySpec, meaning, variableOf } from './key-spec.ts';
import { KEYS, SECTIONS } from './keys.ts';

const COLUMNS = 98;

export function tomlValue(value: KeySpec['default']): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object') return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  return String(value);
}

/** Breaks text into lines of at most `width` characters; a longer word keeps a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

const comment = (text: string): string =>
  wrap(text, COLUMNS - 2)
    .map((line) => `# ${line}`)
    .join('\n');

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const keysOf = (section: string): readonly KeySpec[] =>
  KEYS.filter((key) => key.path.slice(0, key.path.lastIndexOf('.')) === section);

/** A `sheaf.toml` in which every key stands as a comment, at its default, with its help above it. */
export function configTemplate(): string {
  const head = [
    'Configuration of Sheaf. Every key is optional. Lines without a space after the # show the defaults: remove the # to set a key.',
    `A variable such as ${variableOf('budget.max_tokens')}=50k beats this file, a flag such as --set budget.max_tokens=50k beats both.`,
    'Addresses of models, names of key variables and modules are not here: they belong into ~/.config/sheaf/config.toml, because a project must not choose them.',
  ].map(comment);
  const parts = SECTIONS.flatMap(({ path, help }) => {
    const lines = keysOf(path)
      .filter(({ guard }) => guard !== 'user')
      .flatMap((key) => [
        comment(`${meaning(key)} (${accepts(key)})`),
        `#${nameOf(key.path)} = ${tomlValue(key.default)}`,
      ]);
    return lines.length === 0 ? [] : [[comment(help), `[${path}]`, ...lines].join('\n')];
  });
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** `docs/config.md`. */
export function configReference(): string {
  const parts = SECTIONS.map((section) => {
    const rows = keysOf(section.path).map(
      (key) =>
        `| \`${nameOf(key.path)}\` | \`${cell(tomlValue(key.default))}\` | ${cell(accepts(key))} | ${cell(meaning(key))} |`,
    );
    const head = ['', '| key | default | accepts | meaning |', '|---|---|---|---|'];
    const table = rows.length === 0 ? [] : [...head, ...rows];
    return [`## [${section.path}]`, '', section.help, ...table].join('\n');
  });
  return `${INTRODUCTION}\n${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `<!-- Generated from src/config/keys.ts by tools/generate-docs.ts; do not edit. -->

# Configuration

Everything works without configuration; every key is optional. A value comes from the first of these that has it:

1. a flag: \`--set budget.max_tokens=50k\`, or a dedicated flag such as \`--budget 50k\`;
2. a variable: \`SHEAF_BUDGET_MAX_TOKENS=50k\` (the key's path in capitals, joined with \`_\`; write lists as \`a,b\`;
   an empty variable counts as not set);
3. the project's \`${CONFIG_FILE}\`, the nearest at or above the root;
4. your own \`config.toml\`, with the same keys: \`$XDG_CONFIG_HOME/sheaf/config.toml\`, by default
   \`~/.config/sheaf/config.toml\` (on Windows \`%APPDATA%\\sheaf\\config.toml\`);
5. the preset \`classic\`, if \`relevance.preset\` names it;
6. the default.

\`sheaf init\` writes a commented \`${CONFIG_FILE}\`; \`sheaf config\` prints every value and where it comes from. A
wrong key or value is an error that names the key, the file and line, and the nearest valid name.
\`schema/sheaf.schema.json\` is a JSON Schema of both files, for editors.

A project's file may come from someone else, so it cannot set everything. You alone decide where text is sent, which
variable holds a key and which modules are loaded: these keys work only in your own \`config.toml\`, in variables and in
flags. A project can lower limits that protect you, such as \`index.max_file_bytes\`, but not raise them. A file that
tries is refused, and the error says where to move the line.
`;
