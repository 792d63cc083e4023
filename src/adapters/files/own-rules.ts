import { type BytePath, join } from '../../text/paths/byte-path.ts';
import { createIgnoreRules, parseRules, RULE_FILES } from '../../text/paths/ignore-rules.ts';
import { isOwnSource } from '../../text/paths/reserved.ts';

/** What a project and its configuration ask us to leave alone, beside what git ignores. */
export interface OwnRules {
  /** Reads the rule files among the names of a folder. */
  load(folder: BytePath, names: readonly string[]): void;
  /** What refuses a path, apart from the folders it lies in. */
  originFor(path: BytePath, isFolder: boolean): string | null;
  /** The outermost refused folder on the way to a file, or the file, with the rule that says so. */
  refusalOf(file: BytePath): { readonly path: BytePath; readonly origin: string } | null;
}

/** `globs` are the configured patterns: no file of the project can take them back. */
export function createOwnRules(
  globs: readonly string[],
  readRules: (path: BytePath) => string | null,
): OwnRules {
  const files = createIgnoreRules();
  const configured = createIgnoreRules();
  const lines = globs.map((glob) => glob.replaceAll('\n', ' ')).join('\n');
  const bytes = Buffer.from(lines, 'utf8').toString('latin1');
  configured.add('', parseRules(bytes, 'configuration'));
  const loaded = new Set<BytePath>();

  return {
    load(folder, names) {
      if (loaded.has(folder)) return;
      // In this order, since a later file wins.
      for (const name of RULE_FILES) {
        if (!names.includes(name)) continue;
        loaded.add(folder);
        const path = join(folder, name);
        files.add(folder, parseRules(readRules(path) ?? '', path));
      }
    },
    originFor(path, isFolder) {
      if (isOwnSource(path)) return null;
      const rule = configured.ruleFor(path, isFolder) ?? files.ruleFor(path, isFolder);
      return rule?.origin ?? null;
    },
    refusalOf(file) {
      if (isOwnSource(file)) return null;
      const refusal = configured.refusalOf(file) ?? files.refusalOf(file);
      return refusal && { path: refusal.path, origin: refusal.rule.origin };
    },
  };
}
