import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { programOf } from '../daemon/program.ts';
import type { Variables } from '../hook/places.ts';
import type { Scope, Start } from './clients.ts';

/** Where VS Code keeps what the user set. */
export function codeFolder(env: Variables, home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library/Application Support/Code/User');
  if (process.platform === 'win32') {
    return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Code/User');
  }
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Code/User');
}

/** By name where a shell finds it, and always in a project, whose files go to other machines; else by its file. */
export function startOf(scope: Scope, env: Variables): Start {
  const names = process.platform === 'win32' ? ['sheaf.cmd', 'sheaf.exe'] : ['sheaf'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const isFound = folders.some((folder) => names.some((name) => existsSync(join(folder, name))));
  if (scope === 'project' || isFound) return { command: 'sheaf', args: [] };
  return { command: process.execPath, args: [programOf().command] };
}
