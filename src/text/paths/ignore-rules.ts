import { remembered } from '../../math/memo.ts';
import { type BytePath, join, nameOf, parentOf } from './byte-path.ts';
import { compileGlob, type Glob, matchesGlob } from './glob.ts';

export interface Rule {
  readonly glob: Glob;
  /** `!pattern` takes back what an earlier rule ignored. */
  readonly negated: boolean;
  /** For people: which file says so, and how. */
  readonly origin: string;
}

/** Rules of one folder; `below` turns a path of the tree into one as that folder sees it. */
interface RuleSet {
  readonly rules: readonly Rule[];
  readonly below: (path: BytePath) => BytePath;
}

export interface IgnoreRules {
  /** Adds the rules of a folder of the tree; later additions to the same folder win over earlier ones. */
  add(folder: BytePath, rules: readonly Rule[]): void;
  /** Adds rules from a folder above the root, which lies at `rootBelow` as seen from there; outermost first. */
  addAbove(rootBelow: BytePath, rules: readonly Rule[]): void;
  /** The rule that ignores this path, apart from what is said of the folders it lies in. */
  ruleFor(path: BytePath, isFolder: boolean): Rule | null;
  /** The outermost ignored folder on the way to a file, or the file itself. */
  refusalOf(file: BytePath): { readonly path: BytePath; readonly rule: Rule } | null;
}

/** A rule file longer than this is no rule file; git itself gave up unbounded reading late. */
export const MAX_RULE_FILE_BYTES = 1_048_576;
const MAX_RULES = 20_000;
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

export function parseRules(text: BytePath, origin: string): Rule[] {
  const rules: Rule[] = [];
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  for (const raw of body.split('\n', MAX_RULES)) {
    const line = withoutTrailingSpaces(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
    if (line === '' || line.startsWith('#')) continue;
    const negated = line.startsWith('!');
    const glob = compileGlob(negated ? line.slice(1) : line);
    if (glob !== null) rules.push({ glob, negated, origin: `${origin}: ${line}` });
  }
  return rules;
}

export function createIgnoreRules(): IgnoreRules {
  const above: RuleSet[] = [];
  const inside = new Map<BytePath, RuleSet[]>();
  let setsOf = sets();
  let folderRefusal = refusals();
  const forget = (): void => {
    setsOf = sets();
    folderRefusal = refusals();
  };

  /** Nearest first: the first set that has a say decides. */
  function sets(): (folder: BytePath) => readonly RuleSet[] {
    return remembered((folder) => {
      const own = inside.get(folder) ?? [];
      const outer = folder === '' ? above : setsOf(parentOf(folder));
      return own.length === 0 ? outer : [...own, ...outer];
    });
  }

  const ruleFor = (path: BytePath, isFolder: boolean): Rule | null => {
    const name = nameOf(path);
    for (const { rules, below } of setsOf(parentOf(path))) {
      const seen = below(path);
      const rule = rules.findLast(({ glob }) => matchesGlob(glob, seen, name, isFolder));
      if (rule !== undefined) return rule.negated ? null : rule;
    }
    return null;
  };

  function refusals(): IgnoreRules['refusalOf'] {
    return remembered((folder) => {
      if (folder === '') return null;
      const outer = folderRefusal(parentOf(folder));
      const rule = outer === null ? ruleFor(folder, true) : null;
      return rule === null ? outer : { path: folder, rule };
    });
  }

  return {
    add(folder, rules) {
      if (rules.length === 0) return;
      const start = folder === '' ? 0 : folder.length + 1;
      const sets = inside.get(folder) ?? [];
      sets.unshift({ rules, below: (path) => path.slice(start) });
      inside.set(folder, sets);
      forget();
    },
    addAbove(rootBelow, rules) {
      if (rules.length === 0) return;
      above.unshift({ rules, below: (path) => join(rootBelow, path) });
      forget();
    },
    ruleFor,
    refusalOf(file) {
      if (above.length === 0 && inside.size === 0) return null;
      const outer = folderRefusal(parentOf(file));
      if (outer !== null) return outer;
      const rule = ruleFor(file, false);
      return rule === null ? null : { path: file, rule };
    },
  };
}

/** The files a project may put its own rules in, weakest first. They hold for tracked files too. */
export const RULE_FILES: readonly string[] = ['.ignore', '.aiignore', '.sheafignore'];

export const isRuleFile = (path: BytePath): boolean => RULE_FILES.includes(nameOf(path));

/** git drops spaces at the end unless they are quoted. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end -= 1;
  if (end === line.length) return line;
  let backslashes = 0;
  while (backslashes < end && line[end - 1 - backslashes] === '\\') backslashes += 1;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}
