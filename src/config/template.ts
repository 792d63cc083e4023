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

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
export const keysOf = (section: string): readonly KeySpec[] =>
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
