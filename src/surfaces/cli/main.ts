import { resolve } from 'node:path';
import { readFolder } from '../../config/folders.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { asSheafError, SheafError } from '../../model/errors.ts';
import { type Place, rootOverrides } from '../context.ts';
import type { Operation, Page } from '../operation.ts';
import { jsonText, printable } from '../printable.ts';
import { DEFAULT_OPERATION, OPERATIONS } from '../table.ts';
import { EXIT_INTERRUPTED, errorText, exitCodeOf } from './errors.ts';
import type { Globals } from './globals.ts';
import { operationHelp, programHelp } from './help.ts';
import type { Io } from './io.ts';
import { type Call, parseCall } from './parse.ts';
import { createProgress } from './progress.ts';
import { styleFor } from './style.ts';

/** Other tables are for tests of the frame itself. */
export interface Table {
  readonly operations: readonly Operation[];
  readonly fallback: Operation;
}

const TABLE: Table = { operations: OPERATIONS, fallback: DEFAULT_OPERATION };

/** Runs the program and returns its exit code. Nothing it prints or reads goes past `io`. */
export async function main(argv: readonly string[], io: Io, table: Table = TABLE): Promise<number> {
  // What must be known to report an error in the arguments themselves.
  const end = argv.indexOf('--');
  const flags = new Set(end === -1 ? argv : argv.slice(0, end));
  try {
    const code = await answer(parseCall(argv, table.operations, table.fallback), io, table);
    return io.signal.aborted ? EXIT_INTERRUPTED : code;
  } catch (thrown) {
    if (isBrokenPipe(thrown)) return 0;
    if (io.signal.aborted) return EXIT_INTERRUPTED;
    const error = asSheafError(thrown);
    const style = styleFor(io.err.isTTY, io.env, flags.has('--no-color'));
    const [json, debug] = [flags.has('--json'), flags.has('--debug')];
    // Arguments and paths are repeated in errors; loaded here, where nobody waits for it.
    const { redactFlowText } = await import('../../flows/redactor.ts');
    tell(io, redactFlowText(errorText(error, { json, debug, style }), 'error.md'));
    return exitCodeOf(error.code);
  }
}

const isBrokenPipe = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('code' in thrown && thrown.code === 'EPIPE') || isBrokenPipe(thrown.cause));

/** Standard error may be closed; that must not hide the exit code. */
function tell(io: Io, text: string): void {
  try {
    io.err.write(text);
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
  }
}

async function answer(call: Call, io: Io, table: Table): Promise<number> {
  const page = pageFor(io, call.globals);
  switch (call.kind) {
    case 'version':
      page.line(io.version);
      return 0;
    case 'help':
      if (call.operation === null) programHelp(table.operations, page);
      else operationHelp(call.operation, page);
      return 0;
    case 'run': {
      const { operation, input, globals, meant } = call;
      const context = await contextFor(call, io, table);
      if (meant !== null) context.note(meant);
      const result = await operation.run(input, context).finally(context.progress.clear);
      const json = (): unknown => (operation.json ? operation.json(result) : result);
      if (globals.json) io.out.write(jsonText(json(), operation.isTerse));
      else operation.present(result, page);
      return operation.exitCode?.(result) ?? 0;
    }
  }
}

function pageFor(io: Io, globals: Globals): Page {
  const { isTTY, columns } = io.out;
  return {
    style: styleFor(isTTY, io.env, globals.no_color),
    columns,
    isTTY,
    line: (text = '') => io.out.write(`${text}\n`),
    raw: (text) => io.out.write(isTTY ? printable(text) : text),
  };
}

async function contextFor({ globals, overrides }: Call & { kind: 'run' }, io: Io, table: Table) {
  const [files, settings] = await Promise.all([
    import('./files.ts'),
    import('../../adapters/node-settings.ts'),
  ]);
  const place = readPlace(globals, io.cwd, files.isFolder);
  const progress = createProgress(io.err, io.now, globals.quiet || globals.json);
  const style = styleFor(io.err.isTTY, io.env, globals.no_color);
  const resolvePath = (path: string): string => resolve(io.cwd, path);
  let loaded: Promise<LoadedConfig> | null = null;
  return {
    place,
    overrides,
    env: io.env,
    operations: table.operations,
    signal: io.signal,
    progress,
    config: () => {
      loaded ??= settings.loadConfig({
        root: place.root,
        env: io.env,
        overrides: [...overrides, ...rootOverrides(place)],
      });
      return loaded;
    },
    note: (text: string): void => {
      if (globals.quiet) return;
      progress.clear();
      tell(io, `${style.dim(printable(text))}\n`);
    },
    readInput: async (path: string) => {
      const text = path === '-' ? await io.readInput() : settings.readText(resolvePath(path));
      if (text === null) throw new SheafError('not-found', `there is no file ${path}`);
      return text;
    },
    resolvePath,
    part: null,
  };
}

function readPlace(globals: Globals, cwd: string, isFolder: (path: string) => boolean): Place {
  const { git_dir: gitDir, ref, index } = globals;
  const isMany = globals.root.length > 1;
  const roots = globals.root.map((text) => {
    const { name, path } = isMany ? readFolder(text) : { name: null, path: text };
    return { name, path, absolute: resolve(cwd, path) };
  });
  const absolute = (path: string | undefined): string | null =>
    path === undefined ? null : resolve(cwd, path);
  const named = roots.map(({ path }) => ['--root', path] as const);
  for (const [flag, path] of [...named, ['--git-dir', gitDir] as const]) {
    if (path !== undefined && !isFolder(resolve(cwd, path))) {
      throw new SheafError('not-found', `${flag} ${path} is not a folder`);
    }
  }
  if (gitDir !== undefined && roots.length === 0 && index === undefined) {
    const hint = 'nothing is written to a repository, so the index needs another place';
    throw new SheafError('usage', '--git-dir needs --index FILE', hint);
  }
  return {
    root: roots[0]?.absolute ?? cwd,
    ...(isMany && {
      roots: roots.map(({ name, absolute: own }) => (name === null ? own : `${name}=${own}`)),
    }),
    gitDir: absolute(gitDir),
    ref: ref ?? null,
    indexFile: absolute(index),
  };
}
