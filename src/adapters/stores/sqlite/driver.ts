import { createRequire } from 'node:module';
import type Database from 'libsql';
import { late } from '../../../math/memo.ts';

/** Loaded by the first who opens a database: most of the time that takes is spent outside JavaScript. */
export const driver: () => typeof Database = late(() =>
  withoutReport(() => createRequire(import.meta.url)('libsql') as typeof Database),
);

/**
 * To learn which C library the system has, the driver lets Node write a report on the whole process, which takes longer than all the rest.
 * Without one it learns it from the file system.
 */
function withoutReport<T>(work: () => T): T {
  const { report } = process;
  const { getReport } = report;
  report.getReport = () => ({});
  try {
    return work();
  } finally {
    report.getReport = getReport;
  }
}
