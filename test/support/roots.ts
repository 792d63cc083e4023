import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import { commitAll, git, inFolder, type Ran, writeFiles } from './project.ts';

export const API: Readonly<Record<string, string>> = {
  'package.json': '{"name":"@shop/api","main":"src/index.ts"}\n',
  'src/index.ts': "export { renewSession } from './session';\n",
  'src/session.ts':
    '/** Renews the session token before it expires. */\nexport function renewSession(token: string): string {\n  return token.concat(token);\n}\n',
};

export const WEB: Readonly<Record<string, string>> = {
  'package.json': '{"name":"web"}\n',
  'README.md': '# Web\n\nThe pages of the shop.\n',
  'src/session.ts':
    "import { renewSession } from '@shop/api';\n\n/** Keeps the cart open while the session is renewed. */\nexport const keepCart = (token: string): string => renewSession(token);\n",
};

export function repository(root: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(root, { recursive: true });
  writeFiles(root, files);
  git(root, 'init', '-q');
  commitAll(root, 'renew the session token');
}

export interface Roots {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** In the folder that holds the roots. */
  run(...argv: string[]): Promise<Ran>;
  /** The same of both roots. */
  both(...argv: string[]): Promise<Ran>;
}

/** Two repositories side by side, and a user of their own. */
export const inRoots = (work: (roots: Roots) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    repository(join(folder, 'api'), API);
    repository(join(folder, 'web'), WEB);
    const env = { HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
    const run: Roots['run'] = (...argv) => command(folder, argv, { env });
    await work({
      folder,
      env,
      run,
      both: (...argv) => run(...argv, '--root', 'api', '--root', 'web'),
    });
  });
