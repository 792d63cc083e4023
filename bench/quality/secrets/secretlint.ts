import { execFileSync } from 'node:child_process';
import type { Case } from './cases.ts';

const git = (repo: string, ...args: string[]): string =>
  execFileSync('git', ['--git-dir', repo, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });

// Rules about other things than a secret's value, and options of that tool that allow secrets.
const SKIPPED =
  /preset-|filter-comments|no-homedir|no-dotenv|rule-example|rule-pattern|secp256k1|p12|Account ID|enableIDScanRule|allows|client_id|tenant_id/;

/** Each snapshot folder holds an input and the ranges that must be found in it. */
export function secretlintCases(repo: string): Case[] {
  const cases: Case[] = [];
  const names = git(
    repo,
    'ls-tree',
    '-r',
    '--name-only',
    '-z',
    'HEAD',
    'packages/@secretlint/',
  ).split('\0');
  const inputs = names.filter(
    (n) => /\/test\/snapshots\/[^/]+\/input[^/]*$/.test(n) && !SKIPPED.test(n),
  );
  for (const input of inputs) {
    const folder = input.slice(0, input.lastIndexOf('/'));
    const output = names.find((n) => n === `${folder}/output.json`);
    if (output === undefined) continue;
    const text = git(repo, 'show', `HEAD:${input}`);
    const rule = folder.replace(/.*secretlint-rule-/, '').replace('/test/snapshots', '');
    const path = input.slice(input.lastIndexOf('/') + 1);
    const { messages = [] } = JSON.parse(git(repo, 'show', `HEAD:${output}`)) as {
      messages?: { range: [number, number] }[];
    };
    // Some folders of findings (`ng.`) list none by range: neither a secret to look for nor harmless.
    if (messages.length === 0 && !/\/ng\.[^/]*$/.test(folder))
      cases.push({ set: 'secretlint', rule, path, text, secret: null });
    for (const { range } of messages) {
      const found = text.slice(range[0], range[1]);
      const password = /:\/\/[^:/@\s]*:([^@\s]+)@/.exec(found)?.[1];
      if (found !== '')
        cases.push({ set: 'secretlint', rule, path, text, secret: password ?? found });
    }
  }
  return cases;
}
