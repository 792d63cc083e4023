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
