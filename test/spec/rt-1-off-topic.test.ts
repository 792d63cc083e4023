import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { createRepository } from '../support/git-fixture.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const step = (name: string): string =>
  `class ${name} < ActiveRecord::Migration\n  def change\n    add_column :comments, :limit\n  end\nend\n`;

const FILES = {
  'app/models/comment.rb': 'class Comment\n  def save\n    check limit, comments\n  end\nend\n',
  'db/migrate/20240101120000_add_comment_limit.rb': step('AddCommentLimit'),
  'db/old_migrations/20140101120000_add_comment_limits.rb': step('AddCommentLimits'),
  'shop/migrations/0002_comment_limit.py': 'def add_comment_limit(apps):\n    return "comments"\n',
};

describe('RT-1 steps that a database has taken', () => {
  it.each([
    ['add a limit to comments', /^app\/models\/comment\.rb$/],
    ['the migration of comment limits fails', /migrat/],
  ])('come first only where they are asked for: %s', (task, first) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { out } = await command(root, ['search', task, '--files', '--json']);
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toMatch(first);
    }),
  );
});

describe('RT-1 forms that people fill in on the forge', () => {
  const FORM = '.github/pull_request_template.md';
  const PAGE = 'docs/http.md';
  const FORMS = {
    [FORM]: '# Request\n\nWhat does this request change? Link the request it follows.\n',
    [PAGE]:
      '# HTTP\n\nA server reads the request, waits, and sends a response.\n\n## Limits\n\nNone.\n',
    'docs/start.md': '# Start\n\nInstall it and run it.\n',
  };

  it.each([
    ['explain a request', PAGE],
    ['what does the pull request template ask for', FORM],
  ])('come first only where they are asked for: %s', (task, first) =>
    inFolder(async (root) => {
      writeFiles(root, FORMS);
      const { out } = await command(root, ['search', task, '--files', '--json']);
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe(first);
    }),
  );
});

describe('RT-1 terms of use, and lists of what to pass over', () => {
  const TERMS =
    '# License\n\nIn no event shall the authors be liable for any damages in connection with the software,\nwithout limiting the above. Anybody may use the output of the code.\n';
  const PLAIN = {
    LICENSE: TERMS,
    '.gitignore': 'output\nconnection\n',
    'src/store.js': 'export function store(name) {\n  return name;\n}\n',
    'src/reader.js': 'export function open(connection) {\n  return connection.read();\n}\n',
  };

  it.each([
    ['where is the output of a connection written', []],
    ['close the output of a connection', []],
    ['under which license is this', ['LICENSE']],
    ['ignore outputs in git', ['.gitignore']],
  ])('come only where they are asked for: %s', (task, expected) =>
    inFolder(async (root) => {
      writeFiles(root, PLAIN);
      const { out } = await command(root, ['assemble', task, '--json']);
      const shown = (JSON.parse(out) as { parts: { path: string }[] }).parts;
      expect(shown.map(({ path }) => path).filter((path) => !path.startsWith('src/'))).toEqual(
        expected,
      );
    }),
  );
});

describe('RT-1 a description of an API', () => {
  const plugin = (method: string): string =>
    `  /plugin/${method}:\n    get:\n      summary: How the plugin works, plugin ${method}\n      description: The plugin works\n`;
  const PLUGINS = {
    'docs/spec.yaml': `openapi: 3.0.0\ninfo:\n  title: Shop\n  version: 1.0.0\npaths:\n${plugin('list')}${plugin('show')}`,
    'src/plugin.go':
      'package src\n\n// Plugin works on messages: it is loaded once, and each message goes through it.\nfunc Plugin(message string) string { return message }\n',
    'src/shop.go': 'package src\n\nfunc Shop() {}\n',
  };

  it.each([
    ['how do plugins work', 'src/plugin.go'],
    ['which endpoints do plugins have', 'docs/spec.yaml'],
  ])('comes after the code unless calls are asked for: %s', (task, first) =>
    inFolder(async (root) => {
      writeFiles(root, PLUGINS);
      const { out } = await command(root, ['search', task, '--files', '--json']);
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe(first);
    }),
  );
});

describe('RT-1 a list of all changes', () => {
  const NEWS = {
    'CHANGELOG.md':
      '# Changelog\n\nEvery release of the shop and what changed in it.\n\n## 1.1.0\n\n- Baskets close.\n',
    'RELEASING.md': '# Making a release\n\nTag the release, then push.\n',
    'src/shop.go': 'package src\n\nfunc Shop() {}\n',
  };

  it.each([
    ['what changed in the last release', 'CHANGELOG.md'],
    ['how do we make a release', 'RELEASING.md'],
  ])('comes first only where changes are asked for: %s', (task, first) =>
    inFolder(async (root) => {
      writeFiles(root, NEWS);
      const { out } = await command(root, ['search', task, '--files', '--json']);
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe(first);
    }),
  );
});

describe('RT-1 what a program shows to people', () => {
  it('has the words of everything, and is no evidence for a question', () =>
    inFolder(async (root) => {
      const texts = Array.from({ length: 60 }, (_, i) => [`text-${i}`, `Show ${i} to all`]);
      const shown = { ...Object.fromEntries(texts), stored: 'Attachments are stored in a bucket' };
      writeFiles(root, {
        'web/locales/en.json': JSON.stringify(shown, null, 2),
        'store/attachment.go':
          'package store\n\n// Attachments are stored in a bucket.\nfunc SaveAttachment(name string) string { return name }\n',
      });
      const why = ['why', 'web/locales/en.json', '--task', 'how are attachments stored'];
      const { out } = await command(root, why);
      expect(out).toContain('web/locales/en.json');
      expect(out).not.toContain('has nearly all words of the task');
    }));
});

describe('RT-1 what a test or an example is fed with', () => {
  it('is told by its name, in whatever folder, and is no evidence for a task', () =>
    inFolder(async (root) => {
      const shape = { name: 'arrow', label: 'an arrow label that is fixed' };
      const shapes = Array.from({ length: 30 }, (_, i) => ({ ...shape, x: i }));
      writeFiles(root, {
        'examples/panel/snapshot.json': JSON.stringify(shapes, null, 2),
        'src/arrow.ts':
          '/** The label of an arrow. */\nexport const labelOf = (arrow: Arrow) => arrow.label;\n',
      });
      const task = 'fix the arrow label';
      const { out } = await command(root, ['why', 'examples/panel/snapshot.json', task]);
      expect(out).not.toContain('has nearly all words of the task');
      const made = await command(root, ['assemble', task, '--json']);
      const { parts } = JSON.parse(made.out) as { parts: { path: string }[] };
      expect(parts.map(({ path }) => path)).toEqual(['src/arrow.ts']);
    }));
});

describe('RT-1 the ending of a name', () => {
  it('is no word of the task, unless it stands there by itself', () =>
    inFolder(async (root) => {
      writeFiles(root, {
        'auth/cors.go': 'package auth\n\nfunc Cors() {}\n',
        'go.mod': 'module example.org/go\n\ngo 1.22\n',
        'build/go.sh': 'go build ./...\n',
        'web/page.ts': 'export const page = 1;\n',
      });
      const found = async (task: string): Promise<string[]> => {
        const { out } = await command(root, ['search', task, '--files', '--json']);
        return (JSON.parse(out) as { path: string }[]).map(({ path }) => path);
      };
      expect(await found('cors.go')).toEqual(['auth/cors.go']);
      expect(await found('cors.go for a new version of go')).toContain('go.mod');
    }));
});

describe('RT-1 texts of a program in other languages', () => {
  const said = (word: string): string =>
    `login:\n  rate:\n    limit: ${word} login rate limit endpoint\n`;
  const SHOWN = {
    'app/login.rb': 'class Login\n  def endpoint\n    rate_limit 10\n  end\nend\n',
    'config/locales/en.yml': said('a'),
    'config/locales/hu.yml': said('egy'),
    'config/locales/devise.hu.yml': said('egy'),
    'web/locales/pt-BR/login.json': '{"login": "login rate limit endpoint"}\n',
  };
  const shownFor = async (root: string, task: string): Promise<string[]> => {
    const { out } = await command(root, ['assemble', task, '--json']);
    return (JSON.parse(out) as { parts: { path: string }[] }).parts.map(({ path }) => path);
  };

  it('come only where they are asked for', () =>
    inFolder(async (root) => {
      writeFiles(root, SHOWN);
      const shown = await shownFor(root, 'add a rate limit to the login endpoint');
      expect(shown).toContain('app/login.rb');
      expect(shown).toContain('config/locales/en.yml');
      expect(shown.filter((path) => /hu|pt-BR/.test(path))).toEqual([]);
      const asked = 'the translation of the login rate limit endpoint is wrong';
      expect(await shownFor(root, asked)).toContain('config/locales/hu.yml');
    }));

  it('stay away though commits on the same matter changed them', async () => {
    const repository = createRepository();
    try {
      repository.write('app/auth.php', '<?php\nfunction auth_login() { return true; }\n');
      for (const language of ['de', 'hu', 'uk', 'de_informal']) {
        repository.write(`lang/${language}/auth.php`, "<?php\nreturn ['login' => 'auth login'];\n");
        repository.commit(`New translations of the auth module (${language})`);
      }
      const shown = await shownFor(repository.root, 'refactor the auth module');
      expect(shown).toContain('app/auth.php');
      expect(shown.filter((path) => path.startsWith('lang/'))).toEqual([]);
      expect(await shownFor(repository.root, 'fix lang/hu/auth.php')).toContain('lang/hu/auth.php');
    } finally {
      repository.remove();
    }
  });

  it('are read-mes and the like, too, wherever they lie', () =>
    inFolder(async (root) => {
      const said = 'Limit: das Limit der Uploads, limit.\n';
      writeFiles(root, {
        'src/limit.ts': 'export const limit = 10; // of uploads\n',
        'README.md': '# Uploads\n\nThe limit of all uploads stands in one file.\n',
        'doc/README-de.md': `# Uploads\n\n${said}`,
        'README.pt-BR.md': `# Uploads\n\n${said}`,
      });
      const shown = await shownFor(root, 'raise the limit of uploads');
      expect(shown).toContain('src/limit.ts');
      expect(shown.filter((path) => /-de|pt-BR/.test(path))).toEqual([]);
      expect(await shownFor(root, 'the limit in the German readme is wrong')).toContain(
        'doc/README-de.md',
      );
    }));
});
