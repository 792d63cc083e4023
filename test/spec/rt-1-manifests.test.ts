import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const parcels = Array.from({ length: 25 }, (_, i) => [
  `src/parcel${i}.go`,
  `package src\n\n// UpdateParcel${i} updates the dependencies of a parcel.\nfunc UpdateParcel${i}() {}\n`,
]);
const FILES = {
  ...Object.fromEntries(parcels),
  'go.mod': 'module example.org/shop\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.0\n)\n',
  'ui/package.json': '{ "name": "ui", "devDependencies": { "vite": "^5.0.0" } }\n',
  'examples/a/package.json': '{ "name": "a", "devDependencies": { "vite": "^5.0.0" } }\n',
};

const shownFor = async (root: string, task: string): Promise<string[]> => {
  const { out } = await command(root, ['assemble', task, '--json']);
  return (JSON.parse(out) as { parts: { path: string }[] }).parts.map(({ path }) => path);
};

describe('RT-1 what a project stands on', () => {
  it('is where it says so, for a task that changes it, whatever the words of the files', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const shown = await shownFor(root, 'update dependencies');
      expect(shown).toContain('go.mod');
      expect(shown).toContain('ui/package.json');
      expect(shown).not.toContain('examples/a/package.json');
    }));

  it('comes without code that updates something else', () =>
    inFolder(async (root) => {
      const views = Array.from({ length: 25 }, (_, i) => [
        `src/view${i}.go`,
        `package src\n\n// UpdateView${i} updates what is seen.\nfunc UpdateView${i}() {}\n`,
      ]);
      writeFiles(root, {
        ...Object.fromEntries(views),
        'go.mod': FILES['go.mod'],
        'src/wire.go': 'package src\n\n// Wire has the dependencies of the shop.\nfunc Wire() {}\n',
      });
      const shown = await shownFor(root, 'update dependencies');
      expect(shown).toEqual(expect.arrayContaining(['go.mod', 'src/wire.go']));
      expect(shown.filter((path) => path.includes('view'))).toEqual([]);
    }));

  it('comes with all of its lines, however many files have the words', () =>
    inFolder(async (root) => {
      const many = Array.from({ length: 60 }, (_, i) => [
        `src/update${i}.go`,
        `package src\n\n// Update${i} updates a dependency.\nfunc Update${i}() {}\n`,
      ]);
      const names = Array.from({ length: 70 }, (_, i) => `brick-${i}`);
      const scripts = Object.fromEntries(names.map((name) => [`run-${name}`, `node ${name}.js`]));
      const dependencies = Object.fromEntries(names.map((name) => [name, '^1.0.0']));
      writeFiles(root, {
        ...Object.fromEntries(many),
        'package.json': JSON.stringify({ name: 'shop', scripts, dependencies }, null, 2),
        'requirements.txt': 'requests==2.0\n',
      });
      const { out } = await command(root, ['assemble', 'update dependencies']);
      expect(out).toContain('requests==2.0');
      expect(names.filter((name) => !out.includes(`"${name}": "^1.0.0"`))).toEqual([]);
    }));

  it('has room in a small context, too', () =>
    inFolder(async (root) => {
      const bricks = Array.from({ length: 160 }, (_, i) => `gem 'brick-${i}', '~> 1.${i}'`);
      writeFiles(root, { ...FILES, Gemfile: bricks.join('\n') });
      const { out } = await command(root, [
        'assemble',
        'update dependencies',
        '--context-tokens',
        '4000',
      ]);
      expect(out).toContain("gem 'brick-0'");
      expect(out).toContain("gem 'brick-159'");
    }));

  it.each([
    ['upgrade gin to 1.10', 'go.mod'],
    ['bump vite', 'ui/package.json'],
    ['migrate from vite to rolldown', 'ui/package.json'],
    ['update requests to the latest version', 'requirements.txt'],
    ['remove the serde dependency', 'tool/Cargo.toml'],
    ['downgrade rack', 'Gemfile'],
    ['upgrade netty', 'pom.xml'],
    ['bump jackson-databind', 'pom.xml'],
    ['upgrade guava', 'app/build.gradle'],
  ])('comes where a task changes one thing of it by its name: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, {
        ...FILES,
        'requirements.txt': 'requests==2.31.0\nhttpx>=0.27\n',
        'tool/Cargo.toml': '[dependencies]\nserde = { version = "1.0", features = ["derive"] }\n',
        Gemfile: "source 'https://rubygems.org'\ngem 'rack', '~> 2.2'\n",
        'pom.xml':
          '<project>\n<properties>\n<netty.version>4.1.1</netty.version>\n</properties>\n<dependency>\n<groupId>com.fasterxml</groupId>\n<artifactId>jackson-databind</artifactId>\n<version>2.1</version>\n</dependency>\n</project>\n',
        'app/build.gradle': "dependencies {\n  implementation 'com.google.guava:guava:33.0'\n}\n",
      });
      expect((await shownFor(root, task)).slice(0, 2)).toContain(path);
    }),
  );

  it('comes first where it is the only one, in search and for why alike, and says why', () =>
    inFolder(async (root) => {
      const uses = Array.from({ length: 40 }, (_, i) => [
        `ui/view${i}.js`,
        `import { upgrade } from 'vite';\n\nexport const view${i} = () => upgrade(${i});\n`,
      ]);
      writeFiles(root, {
        ...Object.fromEntries(uses),
        'ui/package.json': FILES['ui/package.json'],
      });
      const task = 'upgrade vite';
      expect((await shownFor(root, task))[0]).toBe('ui/package.json');
      const { out } = await command(root, ['search', task, '--files', '--json']);
      const [hit] = JSON.parse(out) as { path: string; relevance: number; tier: string }[];
      expect(hit).toMatchObject({ path: 'ui/package.json', tier: 'primary' });
      const why = await command(root, ['why', 'ui/package.json', task]);
      expect(why.out).toContain('relevance 0.600 because of what the file is to the task');
      expect(why.out).toMatch(/counts as +0\.600/);
      expect((await command(root, ['score', 'ui/package.json', task])).out).toContain('0.600');
    }));

  it('stays out where the name that a task changes is not among what it depends on', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      writeFiles(root, {
        'ui/package.json': '{ "name": "ui", "description": "open when 7 strikes" }\n',
      });
      const shown = await shownFor(root, 'update parcel7 when it moves');
      expect(shown).not.toContain('go.mod');
      expect(shown).not.toContain('ui/package.json');
    }));

  it('is nothing to a task about what depends on what in the code', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect(await shownFor(root, 'update the dependency graph of parcels')).not.toContain(
        'go.mod',
      );
    }));
});
