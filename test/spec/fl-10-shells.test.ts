import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envText } from '../../src/flow/env.ts';
import { inFolder, SHEAF, sheafJson, sheaf as sheafRun } from '../support/project.ts';
import { runs } from '../support/runs.ts';
import { hasTerminal, openTerminal, skippedLoudly } from '../support/terminal.ts';

const ALL = ['sh', 'bash', 'zsh', 'fish'] as const;
const has = (shell: string): boolean =>
  spawnSync(shell, ['-c', 'true'], { stdio: 'ignore' }).status === 0;
const THERE = ALL.filter(has);
for (const shell of ALL) {
  if (!THERE.includes(shell)) skippedLoudly(`there is no ${shell}: sheaf env was not tried in it`);
}

/** Names that would make a `pwned` file if any shell read anything into them. */
const HOSTILE = [
  "it's",
  'a b',
  'line\nbreak',
  '\n',
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  "'; touch pwned; '",
  "\\'; touch pwned; '",
  "\\\\'; touch pwned; #",
  "'\\''; touch pwned; '\\''",
  '\\',
  '\\\\',
  "''",
  "'''",
  '!!',
  '-n',
  '*',
  '~',
  '=ls',
  'ž🎉\u202e',
  ';--',
  '%s',
  '$' + '{e1}',
  '(touch pwned)',
  '{a,b}',
  '&& touch pwned',
  '| touch pwned',
  '> pwned',
  '\ttab\r',
  'x'.repeat(240),
];

const show = (count: number): string =>
  Array.from({ length: count }, (_, i) => `printf '%s\\0' "$e${i + 1}"`).join('\n');

function values(shell: string, script: string, count: number, cwd: string): string[] {
  const evaluate = shell === 'fish' ? 'eval "$(printf %s $SCRIPT)"' : 'eval "$SCRIPT"';
  const source = shell === 'fish' ? 'printf %s $SCRIPT | source' : evaluate;
  const out = execFileSync(shell, ['-c', `${source}\n${show(count)}`], {
    encoding: 'utf8',
    cwd,
    env: { ...process.env, HOME: cwd, SCRIPT: script },
  });
  return out.split('\0').slice(0, -1);
}

describe.each(THERE)('FL-10 the variables in %s', (shell) => {
  const named = (names: readonly string[]): (readonly [string, string])[] =>
    names.map((name, i) => [`e${i + 1}`, name]);

  it('are what they were, and nothing runs', () =>
    inFolder((cwd) => {
      expect(values(shell, envText(shell, named(HOSTILE)), HOSTILE.length, cwd)).toEqual(HOSTILE);
      expect(readdirSync(cwd).filter((name) => name.includes('pwned'))).toEqual([]);
    }));

  it('run nothing when they were printed for another shell', () =>
    inFolder((cwd) => {
      // One by one: a name that breaks the syntax must not hide what another one does.
      for (const [i, name] of HOSTILE.entries()) {
        for (const other of i % 2 === 0 ? (['sh'] as const) : (['sh', 'fish'] as const)) {
          spawnSync(shell, ['-c', 'eval "$SCRIPT"'], {
            cwd,
            env: { ...process.env, HOME: cwd, SCRIPT: envText(other, [['e1', name]]) },
          });
          expect(existsSync(join(cwd, 'pwned')), `${other} ${name}`).toBe(false);
        }
      }
    }));

  it('are what they were, whatever they hold', () =>
    inFolder((cwd) => {
      const piece = fc.constantFrom(
        "'",
        '\\',
        '"',
        '$',
        '`',
        '(',
        ')',
        ';',
        '\n',
        ' ',
        'a',
        '!',
        '#',
      );
      const name = fc.array(piece, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
      fc.assert(
        fc.property(fc.array(name, { minLength: 40, maxLength: 40 }), (names) => {
          expect(values(shell, envText(shell, named(names)), names.length, cwd)).toEqual(names);
        }),
        { numRuns: runs(5) },
      );
      expect(readdirSync(cwd).filter((entry) => entry.includes('pwned'))).toEqual([]);
    }));

  it('come from the program itself for a workspace and files of such names', () =>
    inFolder((folder) => {
      const root = join(folder, "a b'; touch pwned; '$(touch pwned)\\'`touch pwned`\nend");
      mkdirSync(root);
      expect(sheafRun(['--root', root, 'flow', 'new', 'task']).code).toBe(0);
      const { FLOW_DIR: flow = '' } = sheafJson<Record<string, string>>(['--root', root, 'env']);
      HOSTILE.forEach((name, i) => {
        const fits = name.replaceAll('/', '').slice(0, 200);
        const rank = String(100 + i);
        writeFileSync(join(flow, 'ctx/evidence', `${rank}_${fits}.evidence.md`), `${i}\n`);
      });
      const wanted = sheafJson<Record<string, string>>(['--root', root, 'env']);
      const count = Number(wanted['EVIDENCE_COUNT']);
      expect(count).toBe(HOSTILE.length);
      const { out } = sheafRun(['--root', root, 'env', '--shell', shell]);
      const found = values(shell, out, count, folder);
      expect(found).toEqual(Array.from({ length: count }, (_, i) => wanted[`e${i + 1}`]));
      for (const file of found) expect(existsSync(file)).toBe(true);
      expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toHaveLength(1);
      expect(readdirSync(root)).toEqual(['.sheaf']);
    }));
});

/** A folder with `sheaf` in it, for PATH. */
function binFolder(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'sheaf'), `#!/bin/sh\nexec "${process.execPath}" "${SHEAF}" "$@"\n`);
  chmodSync(join(bin, 'sheaf'), 0o755);
  return `${bin}:${process.env['PATH'] ?? ''}`;
}

describe('IF-2 completion in real shells', () => {
  const inShell = (shell: string, script: string, folder: string): string =>
    execFileSync(shell, ['-c', script], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, PATH: binFolder(folder), HOME: folder },
    });

  it.skipIf(!THERE.includes('bash'))('bash completes commands and words', () =>
    inFolder((folder) => {
      const script = `source <(sheaf completion bash)
COMP_WORDS=(sheaf evi); COMP_CWORD=1; _sheaf; echo "\${COMPREPLY[@]}"
COMP_WORDS=(sheaf evidence fo); COMP_CWORD=2; _sheaf; echo "\${COMPREPLY[@]}"`;
      expect(inShell('bash', script, folder)).toBe('evidence\nfocus\n');
    }),
  );

  it.skipIf(!THERE.includes('fish'))('fish completes commands, words and flags', () =>
    inFolder((folder) => {
      const script = `sheaf completion fish | source
complete -C 'sheaf evi'; complete -C 'sheaf evidence fo'; complete -C 'sheaf env --shel'`;
      const words = inShell('fish', script, folder)
        .split('\n')
        .map((line) => line.split('\t')[0]);
      expect(words.slice(0, -1)).toEqual(['evidence', 'focus', '--shell']);
    }),
  );

  it.skipIf(!THERE.includes('zsh') || !hasTerminal)(
    'zsh completes commands, words and flags as they are typed',
    () =>
      inFolder(async (folder) => {
        const env = { PATH: binFolder(folder), HOME: folder, PS1: 'zsh> ' };
        const terminal = openTerminal(['zsh', '-f'], { cwd: folder, env });
        try {
          await terminal.until(/zsh>/);
          await terminal.type(
            'autoload -Uz compinit && compinit -u -D; source <(sheaf completion zsh); echo read""y\r',
          );
          await terminal.until(/^ready$/m);
          await terminal.type('sheaf evi\t');
          await terminal.until(/zsh> sheaf evidence$/);
          await terminal.type('foc\t');
          await terminal.until(/zsh> sheaf evidence focus$/);
          await terminal.type('\u0015sheaf env --she\tfi\t');
          await terminal.until(/zsh> sheaf env --shell fish$/);
        } finally {
          terminal.close();
        }
      }),
    60_000,
  );
});
