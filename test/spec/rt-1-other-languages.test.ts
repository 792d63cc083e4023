import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const FILES = {
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`src/part${i}.ts`, `export const part${i} = ${i};\n`]),
  ),
  'src/settings.ts':
    '/** Loads the configuration. */\nexport function loadConfiguration(path: string) {\n  return path;\n}\n',
  'src/login.ts':
    '/** Authenticates a user. */\nexport function authenticate(user: string) {\n  return user;\n}\n',
  'src/heat.ts': 'export function warm(room: string) {\n  return room; // keeps it warm\n}\n',
  'resources/i18n/de.json':
    '{ "config": "Die Konfiguration wird geladen", "who": "Wer ist das?" }\n',
};

describe('RT-1 a task in another language', () => {
  it.each([
    ['Wo wird die Konfiguration geladen?', 'src/settings.ts'],
    ['¿Dónde se carga la configuración?', 'src/settings.ts'],
    ['Où est chargée la configuration ?', 'src/settings.ts'],
    ['Wie funktioniert die Authentifizierung?', 'src/login.ts'],
    ['Come funziona la autenticazione in login.ts?', 'src/login.ts'],
  ])('finds what begins like its words: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { out, err } = await command(root, ['assemble', task, '--json']);
      const { parts } = JSON.parse(out) as { parts: { path: string }[] };
      expect(parts[0]?.path).toBe(path);
      expect(err).not.toContain('is read as');
    }),
  );

  it('has small words that are no slips of English ones', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { err } = await command(root, ['assemble', 'Warum wird es nicht gezeichnet?']);
      expect(err).not.toContain('“warm”');
      expect(err).toContain('nothing in the project');
    }));

  it('is told from English by its small words, names and shared words apart', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'src/die.ts': 'export const die = 6; // a die to roll\n' });
      const { out } = await command(root, ['assemble', 'roll the die in a game', '--json']);
      const { parts } = JSON.parse(out) as { parts: { path: string }[] };
      expect(parts[0]?.path).toBe('src/die.ts');
    }));
});
