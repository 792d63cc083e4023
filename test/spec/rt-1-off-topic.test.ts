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
