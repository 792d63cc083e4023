import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AssemblyRecord } from '../../../model/record.ts';
import { openDatabase } from './database.ts';
import { openRecords } from './records.ts';
import { openStore } from './store.ts';

const recordOf = (session: string): AssemblyRecord => ({ session }) as unknown as AssemblyRecord;

describe('the record of an assembly', () => {
  it('that another process keeps from being written is known here, and written as soon as it can be', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sheaf-records-')), 'index.db');
    (await openStore({ file, version: 't', statesKept: 1, warn: () => undefined })).close();
    const [own, other] = [0, 1].map(() => openDatabase(file, { timeoutMs: 0 }));
    if (own === undefined || other === undefined) throw new Error('no databases');
    const records = openRecords(own, 'here');
    other.exec('BEGIN IMMEDIATE');
    records.add(recordOf('first'));
    expect(records.all()).toEqual([recordOf('first')]);
    expect(records.settle()).toBe(1);
    other.exec('ROLLBACK');
    records.add(recordOf('second'));
    expect(openRecords(other, 'here').all()).toEqual([recordOf('first'), recordOf('second')]);
    expect(records.settle()).toBe(0);
    own.close();
    other.close();
  });
});
