import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Askers, openAskers } from './askers.ts';

/** Answers with all it was asked so far; `fail` fails, `die` takes the thread with it. */
const SCRIPT = `
  import { parentPort } from 'node:worker_threads';
  const heard = [];
  parentPort.on('message', ({ kind, question }) => {
    if (kind === 'stop') return parentPort.close();
    if (question === 'die') throw new Error('gone');
    if (question === 'fail') return parentPort.postMessage({ kind: 'failure', code: 'usage', message: 'no', hint: 'why' });
    heard.push(question);
    parentPort.postMessage({ kind: 'answer', answer: heard });
  });
`;

async function asking(
  work: (askers: Askers<string, readonly string[]>) => Promise<void>,
  mostWaiting = 10,
): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'askers-')), 'thread.mjs');
  writeFileSync(file, SCRIPT);
  const askers = openAskers<string, readonly string[]>(pathToFileURL(file), null, {
    count: 1,
    mostWaiting,
  });
  try {
    await work(askers);
  } finally {
    await askers.close();
  }
}

const never = new AbortController().signal;
const of = (who: string) => ({ who, about: 'shop' });

describe('threads that answer questions', () => {
  it('let nobody wait for all questions of another', () =>
    asking(async (askers) => {
      const asked = ['ann 1', 'ann 2', 'ann 3', 'bob 1'].map((question) =>
        askers.ask(question, of(question.split(' ')[0] ?? ''), never),
      );
      expect(askers).toMatchObject({ working: 1, waiting: 3 });
      const [, , last] = await Promise.all(asked);
      expect(last).toEqual(['ann 1', 'bob 1', 'ann 2', 'ann 3']);
      expect(askers).toMatchObject({ working: 0, waiting: 0 });
    }));

  it('forget a question that nobody waits for any more', () =>
    asking(async (askers) => {
      const leaving = new AbortController();
      const first = askers.ask('first', of('ann'), never);
      const left = askers.ask('left', of('ann'), leaving.signal);
      const last = askers.ask('last', of('ann'), never);
      leaving.abort(new Error('left'));
      await expect(left).rejects.toThrow('left');
      await first;
      expect(await last).toEqual(['first', 'last']);
    }));

  it('pass a refusal on, and go on after a thread has died', () =>
    asking(async (askers) => {
      const refused = askers.ask('fail', of('ann'), never);
      await expect(refused).rejects.toMatchObject({ code: 'usage', message: 'no', hint: 'why' });
      await expect(askers.ask('die', of('ann'), never)).rejects.toThrow('gone');
      expect(await askers.ask('again', of('ann'), never)).toEqual(['again']);
    }));

  it('refuse more than may wait', () =>
    asking(async (askers) => {
      const asked = ['1', '2'].map((question) => askers.ask(question, of('ann'), never));
      const refused = askers.ask('3', of('ann'), never);
      await expect(refused).rejects.toMatchObject({ code: 'busy' });
      await Promise.all(asked);
    }, 1));
});
