import type { AsyncCompleter } from 'node:readline';
import { SheafError } from '../../model/errors.ts';
import { errorText } from '../cli/errors.ts';
import { type Context, flowOf, placeFlags } from '../context.ts';
import { defineOperation, flagOf, type Operation, takesFlag } from '../operation.ts';
import { FLOW_OPTION } from './assembly-options.ts';

const PROMPT = 'sheaf> ';
const HISTORY_LINES = 500;

export const shell: Operation = defineOperation({
  name: 'shell',
  summary: 'Work on a flow at a prompt, with its evidence as variables',
  description:
    'Runs commands of Sheaf when they start with a slash (/evidence status, /ask …, /add …) and passes every other line to your own shell, with $e1, $e2 …, $EVIDENCE_COUNT and $FLOW_DIR set. Also reads a script from a pipe; the exit code is that of the last line.',
  examples: {
    'sheaf shell': 'then: /evidence toggle e3, grep foo "$e2", /exit',
    'printf \'/evidence status\\nwc -l "$e1"\\n\' | sheaf shell': 'from a pipe',
  },
  options: FLOW_OPTION,
  refuses: ['json'],
  local: true,
  async run(input, context) {
    const { createInterface } = await import('node:readline');
    const { stdin, stdout } = process;
    const isTTY = stdin.isTTY === true;
    const commands = context.operations.map(({ name }) => name).filter((name) => name !== 'shell');
    const history = await openHistory(context);
    const lines = createInterface({
      input: stdin,
      output: isTTY ? stdout : undefined,
      terminal: isTTY,
      historySize: HISTORY_LINES,
      history: history.lines,
      completer: await completer(context, input.flow, commands),
      prompt: PROMPT,
    });
    context.signal.addEventListener('abort', () => lines.close());
    // As in any shell: an interrupt gives the line up, not the session.
    lines.on('SIGINT', () => {
      stdout.write('^C\n');
      lines.write(null, { ctrl: true, name: 'e' });
      lines.write(null, { ctrl: true, name: 'u' });
      lines.prompt();
    });
    let code = 0;
    lines.prompt();
    for await (const line of lines) {
      history.add(line);
      lines.pause();
      const done = await lendingTerminal(isTTY, () => runLine(line, input.flow, commands, context));
      if (done === null) break;
      code = done;
      lines.prompt();
    }
    lines.close();
    return { code };
  },
  present() {
    // All there is to say was said while the lines ran.
  },
  exitCode: ({ code }) => code,
});

/** A program that runs meanwhile has the terminal, and its interrupts, to itself. */
async function lendingTerminal<T>(isTTY: boolean, work: () => Promise<T>): Promise<T> {
  if (!isTTY) return work();
  const ours = process.listeners('SIGINT');
  const ignore = (): void => {};
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', ignore);
  process.stdin.setRawMode(false);
  try {
    return await work();
  } finally {
    process.stdin.setRawMode(true);
    process.removeListener('SIGINT', ignore);
    for (const listener of ours) process.on('SIGINT', listener);
  }
}

/** The exit code of a line; null to leave. */
async function runLine(
  line: string,
  flowName: string | undefined,
  commands: readonly string[],
  context: Context,
): Promise<number | null> {
  const { shellLine } = await import('../../flows/flows.ts');
  try {
    const read = shellLine(line, commands);
    switch (read.kind) {
      case 'empty':
        return 0;
      case 'exit':
        return null;
      case 'command': {
        const own = [...process.execArgv, process.argv[1] ?? ''];
        const flags = flagsFor(read.words, flowName, context);
        return await spawned(process.execPath, [...own, ...flags, ...read.words], {});
      }
      case 'shell': {
        const flow = await flowOf(context, flowName);
        const { variables } = await flow.env('sh');
        return await spawned(process.env['SHELL'] ?? '/bin/sh', ['-c', read.line], variables);
      }
    }
  } catch (error) {
    if (!(error instanceof SheafError)) throw error;
    const { styleFor } = await import('../cli/style.ts');
    const style = styleFor(process.stderr.isTTY === true, process.env, false);
    process.stderr.write(errorText(error, { json: false, debug: false, style }));
    return 2;
  }
}

/** Flags of every command that are passed on as they were given. */
const PASSED = ['--quiet', '-q', '--no-color', '--debug'];

/** What was said to the shell holds for its commands too, as far as they know it. */
function flagsFor(
  [name = '', action = '']: readonly string[],
  flow: string | undefined,
  { operations, place, overrides }: Context,
): string[] {
  const operation = operations.find((each) => each.name === name);
  const passed = process.argv.slice(2).filter((word) => PASSED.includes(word));
  if (operation === undefined) return passed;
  const flags = [
    ...placeFlags(place),
    ...overrides.map(({ key, value }) => ['set', `${key}=${String(value)}`] as const),
    ...(flow !== undefined && 'flow' in operation.options ? [['flow', flow] as const] : []),
  ].filter(([flag]) => takesFlag(operation, flag, action));
  return [...flags.map(([flag, value]) => `${flagOf(flag)}=${value}`), ...passed];
}

async function spawned(program: string, args: readonly string[], env: Record<string, string>) {
  const { spawn } = await import('node:child_process');
  return new Promise<number>((resolve, reject) => {
    // A script on our own input is ours: no line of it may be eaten by a program that reads.
    const input = process.stdin.isTTY === true ? 'inherit' : 'ignore';
    const child = spawn(program, args, {
      stdio: [input, 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** The lines of before, newest first, as readline wants them. */
async function openHistory({ place }: Context) {
  const { appendFileSync, existsSync, readFileSync } = await import('node:fs');
  const folder = `${place.root}/.sheaf/flows`;
  const file = `${folder}/.history`;
  const said = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return {
    lines: said.slice(-HISTORY_LINES).reverse(),
    add: (line: string): void => {
      if (process.stdin.isTTY === true && line.trim() !== '' && existsSync(folder)) {
        appendFileSync(file, `${line}\n`);
      }
    },
  };
}

/** Commands after a slash, names of evidence as they are now, and paths of the workspace. */
async function completer(context: Context, flowName: string | undefined, commands: string[]) {
  const { readdirSync } = await import('node:fs');
  const names = async (): Promise<string[]> => {
    const { parts } = await (await flowOf(context, flowName)).status();
    return parts.flatMap(({ number, name }) =>
      number === '' ? [] : [`${number} `, `${name.replace(/\.evidence\..*$/, '')} `],
    );
  };
  const paths = (word: string): string[] => {
    const folder = word.slice(0, word.lastIndexOf('/') + 1);
    if (word.startsWith('/') || word.split('/').includes('..')) return [];
    try {
      return readdirSync(`${context.place.root}/${folder}`, { withFileTypes: true })
        .filter((entry) => !entry.name.startsWith('.'))
        .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ' '}`)
        .sort();
    } catch {
      return []; // no such folder yet: nothing to offer
    }
  };
  const complete: AsyncCompleter = (line, done) => {
    const word = line.slice(line.lastIndexOf(' ') + 1);
    const offer = (all: readonly string[]): void =>
      done(null, [all.filter((candidate) => candidate.startsWith(word)), word]);
    if (word === line && line.startsWith('/')) offer(commands.map((name) => `/${name} `));
    else
      names().then(
        (known) => offer([...known, ...paths(word)]),
        () => offer(paths(word)),
      );
  };
  return complete;
}
