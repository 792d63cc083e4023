import { type Config, valueAt } from '../../config/defaults.ts';
import { nearest } from '../../config/nearest.ts';
import { SheafError } from '../../model/errors.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';

/** What may be shown of a configuration. */
function withoutPasswords(config: Config): Config {
  const { store } = config.team;
  if (store === '') return config;
  const url = new URL(store);
  if (url.password !== '') url.password = '***';
  return { ...config, team: { ...config.team, store: url.href } };
}

export const config: Operation = defineOperation({
  name: 'config',
  summary: 'Print the configuration and where each value comes from',
  description:
    "Prints every key with its value and origin: the default, the preset, a line of your config.toml or of the project's sheaf.toml, a SHEAF_* variable or a flag.",
  examples: {
    'sheaf config': 'everything',
    'sheaf config --changed': 'only keys that were changed',
    'sheaf config budget': 'only keys that start with budget',
    'sheaf config --set budget.max_tokens=50k --json': 'for programs',
  },
  positionals: {
    prefix: { help: 'Print only keys that start with this.' },
  },
  options: {
    changed: { type: 'boolean', help: 'Print only keys that differ from their default.' },
  },
  refuses: INDEX_FLAGS,
  local: true,
  async run(input, context) {
    const { config: loaded, origins, files } = await context.config();
    const values = withoutPasswords(loaded);
    const { prefix = '' } = input;
    const named = Object.entries(origins).filter(([key]) => key.startsWith(prefix));
    if (named.length === 0) {
      const meant = nearest(prefix, Object.keys(origins));
      const hint = meant === null ? 'sheaf config lists all keys' : `did you mean ${meant}?`;
      throw new SheafError('not-found', `no key starts with ${JSON.stringify(prefix)}`, hint);
    }
    const shown = named.filter(([, origin]) => !input.changed || origin !== 'default');
    const keys = shown.map(([key, origin]) => ({ key, value: valueAt(values, key), origin }));
    return { files, keys, config: values, origins: Object.fromEntries(shown) };
  },
  json: ({ files, config: values, origins }) => ({
    file: files.project,
    user_file: files.user,
    config: values,
    origins,
  }),
  present({ files, keys }, page) {
    const { style } = page;
    page.line(
      style.dim(`# ${files.project === null ? 'no sheaf.toml' : printableLine(files.project)}`),
    );
    if (files.user !== null) page.line(style.dim(`# ${printableLine(files.user)}`));
    let section = '';
    for (const { key, value, origin } of keys) {
      const cut = key.lastIndexOf('.');
      if (key.slice(0, cut) !== section) {
        section = key.slice(0, cut);
        page.line();
        page.line(style.bold(`[${section}]`));
      }
      const line = `${key.slice(cut + 1)} = ${printableLine(JSON.stringify(value))}`;
      const from = origin === 'default' ? '' : `  # ${printableLine(origin)}`;
      page.line(`${line}${style.cyan(from)}`);
    }
  },
});

export const init: Operation = defineOperation({
  name: 'init',
  summary: 'Write a commented sheaf.toml',
  description:
    'Writes a sheaf.toml to the root, with every key as a comment that shows its default and explains it. It has no effect until you uncomment a line.',
  examples: {
    'sheaf init': 'in the current folder',
    'sheaf init --root ../other': 'in another folder',
    'sheaf init --force': 'replace the existing file',
  },
  options: {
    force: { type: 'boolean', help: 'Replace an existing sheaf.toml.' },
  },
  refuses: ['set', ...INDEX_FLAGS],
  local: true,
  async run(input, context) {
    const [{ configTemplate }, { writeWhole, writeNew }] = await Promise.all([
      import('../../config/template.ts'),
      import('../cli/files.ts'),
    ]);
    const written = context.resolvePath(`${context.place.root}/sheaf.toml`);
    const write = input.force ? writeWhole : writeNew;
    write(written, configTemplate());
    return { written };
  },
  present({ written }, page) {
    page.line(`wrote ${printableLine(written)}`);
  },
});
