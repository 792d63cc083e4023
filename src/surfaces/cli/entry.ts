import * as fs from 'node:fs';
import { refused, SheafError } from '../../model/errors.ts';
import type { Io, Sink } from './io.ts';
import { main } from './main.ts';

const DEFAULT_COLUMNS = 80;

const sinkOf = (stream: NodeJS.WriteStream, write: Sink['write']): Sink => ({
  write,
  isTTY: stream.isTTY === true,
  columns: stream.columns ?? DEFAULT_COLUMNS,
});

const STDOUT = 1;

/** Node takes what fitted into a file for the whole where the disk fills up; this goes on until the system says no. */
function writeToFile(text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(fs.writeSync(STDOUT, rest));
  } catch (error) {
    throw refused('write the output', error);
  }
}

/** Standard output may be closed; what is written there goes nowhere. */
const isFile = (fd: number): boolean => {
  try {
    return fs.fstatSync(fd).isFile();
  } catch {
    return false;
  }
};

const writeTo =
  (stream: NodeJS.WriteStream): Sink['write'] =>
  (text) => {
    stream.write(text);
  };

async function readInput(signal: AbortSignal): Promise<string> {
  // An interrupt must not wait for someone to end the input.
  signal.addEventListener('abort', () => process.stdin.destroy());
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

/** A reader that has gone away (`| head`) is a success; any other failure to write is not. */
function endOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    const { message, hint } = refused('write the output', error);
    process.stderr.write(`error: ${message}\n  hint: ${hint}\n`, () => process.exit(2));
  });
  // Nobody reads the notes any more: the result may still be wanted.
  process.stderr.on('error', () => {});
}

/** The first interrupt asks the work to stop; the second one does not wait for it. */
function abortOnInterrupt(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  });
  return controller.signal;
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => void stream.write('', () => resolve()));

/** Work whose end never comes lets the process end in silence; that must not look like success. */
function failUnlessDone(): () => void {
  const fail = (): void => {
    process.stderr.write('error: the program ended before its work was done\n  hint: report it\n');
    process.exitCode = 2;
  };
  process.once('beforeExit', fail);
  return () => process.off('beforeExit', fail);
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const sentence = 'the current folder no longer exists: change to another one';
    throw new SheafError('not-found', sentence, '', error);
  }
}

export async function run(version: string): Promise<void> {
  endOnBrokenPipe();
  const signal = abortOnInterrupt();
  const io: Io = {
    out: sinkOf(process.stdout, isFile(STDOUT) ? writeToFile : writeTo(process.stdout)),
    err: sinkOf(process.stderr, writeTo(process.stderr)),
    readInput: () => readInput(signal),
    env: process.env,
    cwd: currentFolder(),
    now: () => performance.now(),
    signal,
    version,
  };
  const done = failUnlessDone();
  const code = await main(process.argv.slice(2), io);
  done();
  // What is still in the pipes has to get out; then nothing is waited for or tidied up that ends with the process anyway.
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}
