import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { createRepository } from '../support/git-fixture.ts';

/** A project in which redis came with an entry in a table, and in which much else speaks of stores. */
function projectWithStores() {
  const repository = createRepository();
  const store = (name: string): string =>
    `export class ${name}Store {\n  constructor(readonly url: string) {}\n  get(key: string): string {\n    return this.url + key;\n  }\n}\n`;
  const words = Array.from({ length: 30 }, (_, i) => `setting${i} = ${i}`).join('\n');
  repository.write('src/memory.ts', store('Memory'));
  repository.write('settings.ini', `${words}\n`);
  for (let i = 0; i < 45; i++)
    repository.write(
      `src/user${i}.ts`,
      `// keeps sessions in a store ${i}\nexport const u${i} = 1;\n`,
    );
  repository.commit('stores in memory');
  repository.write('src/redis.ts', store('Redis'));
  repository.write('settings.ini', `${words}\ndriver = redis\n`);
  repository.commit('add a store on redis');
  repository.write('src/late.ts', 'export const late = 1;\n');
  repository.commit('something else');
  return repository;
}

/** A project that came whole, in which one filter has an option, an entry and a page among many that speak of filters. */
function projectWithFilters() {
  const repository = createRepository();
  const others = Array.from({ length: 45 }, (_, i) => i);
  for (const i of others)
    repository.write(
      `src/check${i}.ts`,
      `/** A filter for the mode of files, and their permissions. */\nexport const check${i} = (mode: number): boolean => mode > ${i};\n`,
    );
  repository.write(
    'src/owner.ts',
    'export class Ownership {\n  constructor(readonly uid: number) {}\n  matches(uid: number): boolean {\n    return uid === this.uid;\n  }\n}\n',
  );
  repository.write('src/register.ts', "export const table = { '-o': 'OwnerTest' };\n");
  repository.write('man/program.md', 'Write `--owner` to see what belongs to somebody.\n');
  repository.write('CHANGELOG.md', 'Somebody asked for `--owner`.\n');
  repository.write('theme/list.tmpl', '.owner-column { width: 3em; }\n');
  repository.commit('everything');
  return repository;
}

/** A project that shows what it does in thirty languages, and keeps what belongs to a hook in six files. */
function projectWithTranslations() {
  const repository = createRepository();
  const tongues = 'cs da de el es fi fr hu it ja ko nl pl pt ro ru sk sv tr uk'.split(' ');
  for (const tongue of tongues)
    repository.write(`i18n/${tongue}.json`, '{\n  "hooks.enableLettermint": "Lettermint"\n}\n');
  for (let i = 0; i < 45; i++)
    repository.write(
      `src/hook${i}.ts`,
      `/** A hook for bounces. */\nexport const hook${i} = ${i};\n`,
    );
  repository.write('src/lettermint.ts', 'export class Lettermint {\n  bounce(): void {}\n}\n');
  repository.write('src/init.ts', "export const enabled = ['lettermint.enabled'];\n");
  repository.write('schema.sql', "INSERT INTO settings VALUES ('lettermint', '{}');\n");
  repository.commit('everything');
  return repository;
}

const partsFor = async (root: string, task: string): Promise<string[]> => {
  const { out } = await command(root, ['assemble', task, '--context-tokens', '1500', '--json']);
  const { parts } = JSON.parse(out) as { parts: { path: string }[] };
  return parts.map(({ path }) => path);
};

describe('RT-1 what a new thing is to resemble brings all that came with it', () => {
  const task = 'add a store that keeps sessions in postgres';

  it('the place where its model is registered, whatever else has the words', async () => {
    const repository = projectWithStores();
    try {
      expect(await partsFor(repository.root, `${task}, like redis`)).toContain('settings.ini');
      expect(await partsFor(repository.root, task)).not.toContain('settings.ini');
    } finally {
      repository.remove();
    }
  });

  it('why names the commit', async () => {
    const repository = projectWithStores();
    try {
      const { out } = await command(repository.root, [
        'why',
        'settings.ini',
        '--task',
        `${task}, like redis`,
      ]);
      expect(out).toContain(
        'settings.ini came with redis, which the task wants something like: "add a store on redis".',
      );
    } finally {
      repository.remove();
    }
  });
});

describe('RT-1 what a new thing is to resemble brings all places that speak of it', () => {
  it('its code, its entry and its page, but no news and no looks', async () => {
    const repository = projectWithFilters();
    try {
      const task = 'add a filter for the mode of files';
      const like = await partsFor(repository.root, `${task}, like --owner`);
      for (const path of ['src/owner.ts', 'src/register.ts', 'man/program.md'])
        expect(like).toContain(path);
      for (const path of ['CHANGELOG.md', 'theme/list.tmpl']) expect(like).not.toContain(path);
      expect(await partsFor(repository.root, task)).not.toContain('src/register.ts');
    } finally {
      repository.remove();
    }
  });

  it('unless somebody says what goes wrong', async () => {
    const repository = projectWithFilters();
    try {
      const task = 'the filter of file modes fails like --owner';
      expect(await partsFor(repository.root, task)).not.toContain('src/register.ts');
    } finally {
      repository.remove();
    }
  });

  it('nothing, where a task says that there are others and not what they are called', async () => {
    const repository = projectWithFilters();
    repository.write('src/sums.ts', 'export const columns = { ones: 1, tens: 10 };\n');
    repository.commit('sums');
    try {
      const task = 'add a filter for the mode of files like the existing ones';
      const { out } = await command(repository.root, ['why', 'src/sums.ts', '--task', task]);
      expect(out).not.toContain('speaks of ones');
    } finally {
      repository.remove();
    }
  });

  it('the places that speak of it, where its name was also translated into twenty languages', async () => {
    const repository = projectWithTranslations();
    try {
      const parts = await partsFor(repository.root, 'add a mailgun hook like the lettermint one');
      expect(parts).toEqual(
        expect.arrayContaining(['src/lettermint.ts', 'src/init.ts', 'schema.sql']),
      );
    } finally {
      repository.remove();
    }
  });
});
