/** Front matter is a screen or two; a rule on line 1 of a long text is only a rule. */
const LONGEST_FRONT_MATTER = 200;

export interface FrontMatter {
  /** How many lines it takes, its fences included; 0 for none. */
  readonly lineCount: number;
  readonly facts: ReadonlyMap<string, string>;
}

const NONE: FrontMatter = { lineCount: 0, facts: new Map() };
const ENTRY = /^([A-Za-z_][\w -]{0,40}?)\s*[:=]\s*(.*)$/;

/** Reads the flat entries of YAML (`---`) or TOML (`+++`) front matter; nested ones are left alone. */
export function frontMatter(lines: readonly string[]): FrontMatter {
  const fence = lines[0]?.replace(/^\ufeff/, '').trimEnd();
  if (fence !== '---' && fence !== '+++') return NONE;
  const facts = new Map<string, string>();
  let entries = 0;
  for (let index = 1; index < Math.min(lines.length, LONGEST_FRONT_MATTER); index++) {
    const line = (lines[index] ?? '').trimEnd();
    if (line === fence || (fence === '---' && line === '...')) {
      return entries > 0 || index === 1 ? { lineCount: index + 1, facts } : NONE;
    }
    const entry = line.length > 1000 ? null : ENTRY.exec(line);
    if (!entry) {
      // A sentence at the margin means that the rule was a rule.
      if (/^[A-Za-z]/.test(line) && entries === 0) return NONE;
      continue;
    }
    entries++;
    const value = unquoted(entry[2] ?? '');
    if (value !== '') facts.set((entry[1] ?? '').toLowerCase(), value);
  }
  return NONE;
}

export function unquoted(raw: string): string {
  const value = raw.trim();
  return /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value.replace(/\s+#\s.*$/, '');
}
