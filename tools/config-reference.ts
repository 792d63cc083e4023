import { CONFIG_FILE } from '../src/config/find.ts';
import { accepts, meaning } from '../src/config/key-spec.ts';
import { SECTIONS } from '../src/config/keys.ts';
import { keysOf, nameOf, tomlValue } from '../src/config/template.ts';

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
