import { decode } from '../adapters/files/decode.ts';
import { lineStarts, rowAt } from '../math/lines.ts';
import { SheafError } from '../model/errors.ts';
import type { FoundSecret } from '../model/results.ts';
import type { Tree } from '../ports/tree.ts';
import { ALLOW_NOTHING, fingerprintOf, isAllowed } from '../redact/allow.ts';
import { cleanNames, withoutKnown } from '../redact/known.ts';
import { ruleNames, secretsIn } from '../redact/redact.ts';
import { claim } from './analyse.ts';
import { readHolders } from './holders.ts';
import { knownOf } from './known.ts';
import { limitOf } from './read.ts';
import { allowedIn, type IngestSettings } from './settings.ts';

/** Where the secrets of a tree are, by which rule they were found and under which name; never what they are. */
export async function scanSecrets(
  tree: Tree,
  settings: IngestSettings,
  signal: AbortSignal,
): Promise<readonly FoundSecret[]> {
  checkRules(settings.allow.rules);
  const { entries } = await tree.list(signal);
  const known = knownOf(await readHolders(tree, entries, signal), settings);
  const names = cleanNames(
    entries.map(({ path }) => path),
    known,
  );
  const found: FoundSecret[] = [];
  for await (const result of tree.read(entries, (path) => limitOf(path, settings), signal)) {
    const path = names.get(result.path) ?? result.path;
    if (path !== result.path)
      found.push({ path, line: 0, rule: 'file-name', name: 'file-name', fingerprint: '' });
    const decoded = result.kind === 'read' ? decode(result.bytes) : null;
    if (decoded === null || decoded.kind === 'binary') continue;
    const { text } = decoded;
    const shape = claim(result.path, text, settings);
    const starts = lineStarts(text);
    const lineOf = (at: number): number => rowAt(starts, at) + 1;
    const allow = allowedIn(result.path, settings) ?? ALLOW_NOTHING;
    const own = (shape === null ? [] : secretsIn(text, shape)).filter(
      (finding) => !isAllowed(text, finding, allow),
    );
    found.push(
      ...own.map((finding) => {
        const { start, rule, name } = finding;
        return { path, line: lineOf(start), rule, name, fingerprint: fingerprintOf(text, finding) };
      }),
      ...knownLines(text, known)
        .filter(
          (line) => !own.some(({ start, end }) => lineOf(start) <= line && line <= lineOf(end)),
        )
        .map((line) => ({ path, line, rule: 'known', name: 'known', fingerprint: '' })),
    );
  }
  return found;
}

/** A rule that does not exist would be allowed in vain. */
function checkRules(rules: readonly string[]): void {
  const unknown = rules.find((rule) => !ruleNames().has(rule));
  if (unknown === undefined) return;
  throw new SheafError(
    'config',
    `"secrets.allow_rules" names "${unknown}", which no rule is called`,
    'the second word of each line of sheaf secrets scan is a rule',
  );
}

/** Lines that hold what a file of settings gave away. */
function knownLines(text: string, known: Parameters<typeof withoutKnown>[1]): number[] {
  const clean = withoutKnown(text, known);
  if (clean === text) return [];
  const after = clean.split('\n');
  return text.split('\n').flatMap((line, at) => (line === after[at] ? [] : [at + 1]));
}
