import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program in a real pseudo-terminal. */
export interface Terminal {
  /** Sends keys as they are; `\r` is Enter, `\t` is Tab. */
  type(keys: string): Promise<void>;
  /** All that stands on the screen and above it. */
  screen(): string;
  /** Waits until the screen holds this; fails with the screen in the message. */
  until(pattern: RegExp, timeoutMs?: number): Promise<string>;
  close(): void;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const works = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const KIND: 'tmux' | 'script' | null = ((): 'tmux' | 'script' | null => {
  if (works('tmux', '-V')) return 'tmux';
  return works('script', '--version') ? 'script' : null;
})();

export const hasTerminal: boolean = KIND !== null;

/** A test that can't be done here says so where everybody reads it. */
export function skippedLoudly(what: string): void {
  process.stderr.write(`\nSKIPPED: ${what}\n`);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const COLUMNS = 160;
const ROWS = 500;
const POLL_MS = 50;
const WAIT_MS = 30_000;

export function openTerminal(command: readonly string[], options: TerminalOptions): Terminal {
  const pairs = Object.entries({ TERM: 'xterm', ...options.env }).map(([k, v]) => `${k}=${v}`);
  const line = ['env', ...pairs, ...command].map(quoted).join(' ');
  const { screen, type, close } =
    KIND === 'tmux' ? inTmux(line, options.cwd) : inScript(line, options.cwd);
  return {
    screen,
    close,
    type,
    until: async (pattern, timeoutMs = WAIT_MS) => {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const text = screen();
        if (pattern.test(text)) return text;
        if (performance.now() > deadline) {
          throw new Error(`${pattern} did not come; the screen holds:\n${text}`);
        }
        await sleep(POLL_MS);
      }
    },
  };
}

type Bare = Omit<Terminal, 'until'>;

/** A server of its own, which nobody else's sessions live in. */
function inTmux(line: string, cwd: string): Bare {
  const server = `sheaf-${randomUUID()}`;
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-f', '/dev/null', '-L', server, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  tmux('new-session', '-d', ...size, '-c', cwd, `${line}; sleep 60`);
  return {
    type: async (keys) => {
      tmux('send-keys', '-H', ...[...Buffer.from(keys)].map((byte) => byte.toString(16)));
    },
    screen: () => tmux('capture-pane', '-p', '-J', '-S', '-').replace(/[ \n]+$/, ''),
    close: () => void spawnSync('tmux', ['-L', server, 'kill-server'], { stdio: 'ignore' }),
  };
}

function inScript(line: string, cwd: string): Bare {
  const sized = `stty cols ${COLUMNS} rows ${ROWS}; ${line}`;
  const child: ChildProcess = spawn('script', ['-qefc', sized, '/dev/null'], { cwd });
  let seen = '';
  child.stdout?.setEncoding('utf8').on('data', (data) => {
    seen += String(data);
  });
  return {
    type: async (keys) => void child.stdin?.write(keys),
    screen: () => shownBy(seen),
    close: () => void child.kill('SIGKILL'),
  };
}

const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a terminal is sent
  /\u001b\[([0-9;?]*)([A-Za-z])|\u001b(?:[=>]|\][^\u0007]*\u0007)|[\r\n\b]|[^\u001b\r\n\b]+|\u001b/g;

/** As much of a terminal as a line editor needs: columns, line ends, erasing. */
function shownBy(stream: string): string {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  for (const [text, parameter = '', code] of stream.matchAll(CONTROL)) {
    const count = Number(parameter.split(';')[0]) || 1;
    const now = lines[row] ?? '';
    if (code === 'G') column = count - 1;
    else if (code === 'C') column += count;
    else if (code === 'D') column = Math.max(0, column - count);
    else if (code === 'A') row = Math.max(0, row - count);
    else if (code === 'K') lines[row] = parameter === '2' ? '' : now.slice(0, column);
    else if (code === 'J') lines.splice(row, lines.length, now.slice(0, column));
    else if (text === '\r') column = 0;
    else if (text === '\b') column = Math.max(0, column - 1);
    else if (text === '\n') {
      row++;
      lines[row] ??= '';
    } else if (code === undefined && !text.startsWith('\u001b')) {
      lines[row] =
        `${now.padEnd(column).slice(0, column)}${text}${now.slice(column + text.length)}`;
      column += text.length;
    }
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}
