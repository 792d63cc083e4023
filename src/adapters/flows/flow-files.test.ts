import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../../../test/support/project.ts';
import { readFlowFiles } from './flow-files.ts';
import { openScope } from './scope.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe('FL-4 files of a flow', () => {
  const inFlow = (
    work: (
      write: (text: string) => void,
      read: () => ReturnType<typeof readFlowFiles>,
    ) => void | Promise<void>,
  ): Promise<void> =>
    inFolder((folder) => {
      const place = join(folder, 'ctx', 'evidence', '100_a_ts.evidence.md');
      mkdirSync(join(folder, 'ctx', 'evidence'), { recursive: true });
      const scope = openScope(folder);
      return work(
        (text) => {
          writeFileSync(place, text);
          utimesSync(place, LONG_AGO, LONG_AGO);
        },
        () => readFlowFiles(folder, scope),
      );
    });

  it('are read again when they change, be it by as many bytes and with the same time', () =>
    inFlow((write, read) => {
      for (const text of ['one\n', 'two\n', 'six\n', 'two\n']) {
        write(text);
        expect(read().map((file) => file.text)).toEqual([text]);
      }
    }));

  it('are the same objects while they do not change, so that what is made of them need not be made again', () =>
    inFlow((write, read) => {
      write('one\n');
      // A file that was written a moment ago is read each time: it may change once more and keep its times.
      let [before] = read();
      return expect
        .poll(() => {
          const [last] = [before];
          [before] = read();
          return before === last;
        })
        .toBe(true);
    }));
});
