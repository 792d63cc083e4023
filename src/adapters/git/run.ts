import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';
import { remembered } from '../../math/memo.ts';
import { refused, SheafError } from '../../model/errors.ts';

/** A repository, named outright so that git neither searches for one nor believes its `core.worktree`. */
export interface GitPlace {
  readonly gitDir: string;
  /** The folder git's files lie in, and the one below it we ask about. */
  readonly workTree?: string;
  readonly folder?: string;
  /** Ends every command that runs there. */
  readonly signal?: AbortSignal | undefined;
  /** How long a command may say nothing while it is waited for, if not as long as usual. */
  readonly patienceMs?: number;
  /** How much it may say where all of it is kept, if not as much as usual. */
  readonly mostBytes?: number;
}

export interface GitRun {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended; rejects if it could not be started, or fell silent. */
  readonly ended: Promise<GitEnd>;
}

export interface GitEnd {
  readonly code: number | null;
  /** The first part of what git said about its troubles. */
  readonly stderr: string;
}

const MAX_STDERR_BYTES = 8192;

/**
 * The longest silence of a git that works is the one before the first of a million commits in order, some fifteen seconds; after a
 * minute it waits for something that does not come, such as a disk of another machine.
 */
const PATIENCE_MS = 60_000;

/**
 * A repository's own configuration is data of a stranger. Each of these settings could start a
 * program or look beyond the repository; the command line wins over any file.
 */
const SETTINGS = `
  core.fsmonitor=false core.hooksPath=${devNull} core.untrackedCache=false core.excludesFile=${devNull}
  core.attributesFile=${devNull} core.pager=cat core.editor=false core.askPass= core.sshCommand=false
  core.gitProxy=none core.alternateRefsCommand=false core.checkStat=default core.trustctime=true
  core.quotePath=false core.useReplaceRefs=false credential.helper= diff.external= diff.orderFile=${devNull}
  gc.auto=0 maintenance.auto=false gpg.program=false i18n.logOutputEncoding=UTF-8 log.showSignature=false
  protocol.allow=never safe.directory=* submodule.recurse=false`
  .trim()
  .split(/\s+/);

/** Starts a plumbing command. Throws `git` if there is no git. */
export function startGit(
  { gitDir, workTree, folder, signal, patienceMs = PATIENCE_MS }: GitPlace,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): GitRun {
  const program = findGit();
  if (program === null) {
    throw new SheafError('git', 'git was not found', 'Install git or add it to the PATH.');
  }
  const where = workTree === undefined ? [] : [`--work-tree=${workTree}`];
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const options = [`--git-dir=${gitDir}`, ...where, '--no-pager', '--literal-pathspecs'];
  const cwd = folder ?? workTree ?? gitDir;
  const child = spawn(program, [...options, ...settings, ...args], {
    cwd,
    env: { ...environment(), ...variables },
    windowsHide: true,
    ...(signal && { signal }),
  });
  const ended = Promise.race([endOf(child), fallsSilent(child, patienceMs, args[0] ?? '', cwd)]);
  ended.catch(() => undefined); // told to whoever waits for it
  // Without room for pipes there are none, and the reason comes later.
  if (child.stdin === undefined) throw refused('start git', { code: 'EMFILE' });
  // A pipe closed by a git that gave up shows in its exit code; nothing to add here.
  child.stdin.on('error', () => undefined);
  return { child, ended };
}

/** A list of some three million files. Ten small objects can make a commit of billions, which no memory holds. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Runs a plumbing command to its end and gives its output, whatever the exit code. */
export async function runGit(
  place: GitPlace,
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
): Promise<GitEnd & { readonly stdout: Buffer }> {
  const { child, ended } = startGit(place, args, variables);
  child.stdin.end();
  const chunks: Buffer[] = [];
  const { mostBytes = MOST_BYTES } = place;
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
    else child.kill('SIGKILL');
  });
  const end = await ended;
  place.signal?.throwIfAborted();
  if (bytes > mostBytes) {
    const sentence = `git ${args[0] ?? ''} said more than ${mostBytes >> 20} MB`;
    throw new SheafError('unreadable', sentence, 'The commit or folder has millions of files.');
  }
  return { ...end, stdout: Buffer.concat(chunks) };
}

/** Where git is, by absolute places of the PATH only: `.` on it would run a project's own `git`. */
export const findGit = (): string | null => searchPath(safePath());

const searchPath = remembered((path: string): string | null => {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const places = path.split(delimiter).map((folder) => join(folder, name));
  return places.find(isProgram) ?? null;
});

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return statSync(place).isFile();
  } catch {
    return false;
  }
}

function safePath(): string {
  return (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter);
}

/** Nothing of the caller's GIT_* variables, no personal or system configuration, no network, no locale. */
function environment(): NodeJS.ProcessEnv {
  // A variable that is not set is not passed on.
  const { SystemRoot, TMPDIR, TEMP, TMP } = process.env;
  return {
    ...{ SystemRoot, TMPDIR, TEMP, TMP },
    PATH: safePath(),
    HOME: devNull,
    XDG_CONFIG_HOME: devNull,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Wins over `protocol.<name>.allow` of the repository, which `protocol.allow` does not.
    GIT_ALLOW_PROTOCOL: '',
    GIT_ASKPASS: '',
    GIT_PAGER: 'cat',
    GIT_FLUSH: '0',
  };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<GitEnd> {
  let stderr = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    const room = MAX_STDERR_BYTES - stderr.length;
    if (room > 0) stderr = Buffer.concat([stderr, chunk.subarray(0, room)]);
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      if (child.pid === undefined) reject(refused('start git', error));
    });
    child.on('close', (code) => resolve({ code, stderr: stderr.toString('utf8') }));
  });
}

/** A child's pipes are sockets, which count what came. */
const bytesOf = (stream: Readable): number => (stream as Socket).bytesRead;

/** Rejects when git was waited for in vain for so long: all it said was taken, and nothing more came. Its pipes close with it. */
function fallsSilent(
  child: ChildProcessWithoutNullStreams,
  patienceMs: number,
  command: string,
  where: string,
): Promise<never> {
  return new Promise((_, reject) => {
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== undefined);
    let heard = 0;
    const giveUp = (): void => {
      const hears = streams.reduce((sum, stream) => sum + bytesOf(stream), 0);
      if (hears > heard || streams.some((stream) => stream.readableLength > 0)) {
        heard = hears;
        timer.refresh();
        return;
      }
      const seconds = Math.round(patienceMs / 1000);
      reject(
        new SheafError(
          'unreadable',
          `git did not answer for ${seconds} s (git ${command} in ${where})`,
          'See whether git status answers there; a disk that hangs, or a program in the place of git, keeps it.',
        ),
      );
      child.kill('SIGKILL');
      for (const stream of [child.stdin, ...streams]) stream.destroy();
    };
    const timer = setTimeout(giveUp, patienceMs);
    for (const event of ['close', 'error']) child.on(event, () => clearTimeout(timer));
  });
}
