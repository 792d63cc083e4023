import { execFileSync } from 'node:child_process';
import type { Case } from './cases.ts';
import { numbers, sampleOf } from './sample.ts';

const RULES = 'cmd/generate/config/rules/';
const show = (repo: string, path: string): string =>
  execFileSync('git', ['--git-dir', repo, 'show', `HEAD:${path}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });

/** Rule id → its expression, from the generated configuration. */
function expressions(repo: string): Map<string, RegExp> {
  const found = new Map<string, RegExp>();
  const toml = show(repo, 'config/gitleaks.toml');
  for (const block of toml.split('[[rules]]').slice(1)) {
    const id = /^id = "([^"]+)"/m.exec(block)?.[1];
    const go = /^regex = '''(.+)'''$/m.exec(block)?.[1];
    if (id === undefined || go === undefined) continue;
    const js = go
      .replace(/\(\?i\)/g, '')
      .replace(/\(\?-?[is]+:/g, (flags) => (flags === '(?s:' ? '(?s:' : '(?:'))
      .replace(/\(\?s:\.\)/g, '[\\s\\S]')
      .replace(/\(\?P</g, '(?<')
      .replace(/\[\[:alnum:\]\]/g, '[A-Za-z0-9]')
      .replace(/\\z/g, '$');
    try {
      found.set(id, new RegExp(js, 'i'));
    } catch {
      // An expression this engine can't read: its literal cases are left out, and counted as such.
    }
  }
  return found;
}

interface Value {
  readonly texts: readonly string[];
  /** Known where the case was generated around it. */
  readonly secret: string | null;
}

const FORMS: readonly string[] = [
  '{i}Token="{s}"',
  '{i}Token = "{s}"',
  '{i}Token={s}',
  '{i}Token = {s}',
  '{\n    "{i}_token": "{s}"\n}',
  '{"config.ini": "{I}_TOKEN={s}\\nBACKUP_ENABLED=true"}',
  '<{i}Token>\n    {s}\n</{i}Token>',
  '{i}_token: {s}',
  "{i}_token: '{s}'",
  '{i}_token: "{s}"',
  'string {i}Token = "{s}";',
  'var {i}Token string = "{s}"',
  '{i}Token := "{s}"',
  '{i}Token := `{s}`',
  'String {i}Token = "{s}";',
  'var {i}Token = "{s}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of PHP
  '${i}Token .= "{s}"',
  "{i}Token = '{s}'",
  'System.setProperty("{I}_TOKEN", "{s}")',
  '  "{i}Token" => "{s}"',
  '{i}_TOKEN = "{s}"',
  '{i}_TOKEN := "{s}"',
  '{i}_TOKEN ::= "{s}"',
  '{i}_TOKEN :::= "{s}"',
  '{i}_TOKEN ?= "{s}"',
];
const CLASSES: Record<string, string> = {
  Numeric: '[0-9]',
  Hex: '[a-f0-9]',
  AlphaNumeric: '[a-z0-9]',
  AlphaNumericExtendedShort: '[a-z0-9_-]',
  AlphaNumericExtended: '[a-z0-9=_\\-]',
  AlphaNumericExtendedLong: '[a-z0-9\\/=_\\+\\-]',
};

/** Reads the string expressions of Go that rule files are made of. */
class Reader {
  at = 0;
  readonly source: string;
  readonly variables: Map<string, string>;
  readonly random: () => number;
  constructor(source: string, variables: Map<string, string>, random: () => number) {
    this.source = source;
    this.variables = variables;
    this.random = random;
  }
  space(): void {
    const gap = /(?:\s+|\/\/[^\n]*)*/y;
    gap.lastIndex = this.at;
    gap.exec(this.source);
    this.at = gap.lastIndex;
  }
  expression(): Value {
    let value = this.term();
    this.space();
    while (this.source.charAt(this.at) === '+') {
      this.at++;
      const right = this.term();
      value = { texts: [(value.texts[0] ?? '') + (right.texts[0] ?? '')], secret: null };
      this.space();
    }
    return value;
  }
  term(): Value {
    this.space();
    const rest = this.source.slice(this.at);
    if (rest.startsWith('`')) {
      const end = rest.indexOf('`', 1);
      this.at += end + 1;
      return { texts: [rest.slice(1, end)], secret: null };
    }
    const literal = /^"(?:[^"\\\n]|\\.)*"/.exec(rest)?.[0];
    if (literal !== undefined) {
      this.at += literal.length;
      try {
        return { texts: [JSON.parse(literal)], secret: null };
      } catch {
        return { texts: [literal.slice(1, -1)], secret: null };
      }
    }
    const name = /^[A-Za-z_][\w.]*/.exec(rest)?.[0];
    if (name === undefined) throw new Error('not an expression');
    this.at += name.length;
    this.space();
    if (this.source.charAt(this.at) !== '(') {
      const known = this.variables.get(name);
      if (known === undefined) throw new Error(`unknown ${name}`);
      return { texts: [known], secret: null };
    }
    const args = this.list('(', ')');
    return this.call(
      name,
      args.map((a) => a.texts[0] ?? ''),
    );
  }
  list(open: string, close: string): Value[] {
    this.space();
    if (this.source.charAt(this.at) !== open) throw new Error(`no ${open}`);
    this.at++;
    const values: Value[] = [];
    for (;;) {
      this.space();
      if (this.source.charAt(this.at) === close) break;
      values.push(this.expression());
      this.space();
      if (this.source.startsWith('...', this.at)) this.at += 3;
      this.space();
      if (this.source.charAt(this.at) === ':') {
        this.at++;
        const value = this.expression();
        const path = values.pop()?.texts[0] ?? '';
        values.push({ texts: [path, value.texts[0] ?? ''], secret: null });
        this.space();
      }
      if (this.source.charAt(this.at) === ',') this.at++;
      else this.space();
      if (this.at >= this.source.length) throw new Error('open list');
    }
    this.at++;
    return values;
  }
  call(name: string, args: readonly string[]): Value {
    const short = name.slice(name.lastIndexOf('.') + 1);
    const [first = '', second = ''] = args;
    if (short === 'GenerateSampleSecret') {
      return { texts: [`${first}_api_token = "${second}"`], secret: second };
    }
    if (short === 'GenerateSampleSecrets') {
      const fill = (form: string): string =>
        form
          .replaceAll('{i}', first)
          .replaceAll('{I}', first.toUpperCase())
          .replaceAll('{s}', second);
      return { texts: FORMS.map(fill), secret: second };
    }
    if (short === 'NewSecret' || short === 'NewSecretWithEntropy') {
      return { texts: [sampleOf(first, this.random)], secret: null };
    }
    if (short === 'newPlausibleSecret') {
      let text = '';
      for (let i = 0; i < 20 && !/[1-9]/.test(text); i++) text = sampleOf(first, this.random);
      return { texts: [text], secret: null };
    }
    const set = CLASSES[short];
    if (set !== undefined) return { texts: [`${set}{${first}}`], secret: null };
    if (short === 'Hex8_4_4_4_12') {
      return {
        texts: ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
        secret: null,
      };
    }
    if (short === 'Sprintf') {
      let i = 1;
      return { texts: [first.replace(/%[sdv]/g, () => args[i++] ?? '')], secret: null };
    }
    if (short === 'ToUpper') return { texts: [first.toUpperCase()], secret: null };
    throw new Error(`unknown call ${name}`);
  }
}

const START = /\b(tps|fps)\s*(?::=|=)\s*(append\(\s*\1\s*,|\[\]string|map\[string\]string)?/g;

/** The rule tests of gitleaks: generated samples, literal ones, and what must not be found. */
export function gitleaksCases(repo: string): { cases: Case[]; unread: number } {
  const cases: Case[] = [];
  let unread = 0;
  const regexes = expressions(repo);
  const names = execFileSync(
    'git',
    ['--git-dir', repo, 'ls-tree', '-r', '--name-only', 'HEAD', RULES],
    {
      encoding: 'utf8',
    },
  );
  const random = numbers(42);
  for (const file of names
    .split('\n')
    .filter((n) => n.endsWith('.go') && !n.endsWith('_test.go'))) {
    const source = show(repo, file);
    for (const body of source.split(/^func /m).slice(1)) {
      const rule = /RuleID:\s*"([^"]+)"/.exec(body)?.[1];
      if (rule === undefined) continue;
      const variables = new Map<string, string>();
      for (const v of `${source.slice(0, source.indexOf('func '))}\n${body}`.matchAll(
        /(\w+)\s*:?=\s*("[^"\n]*"|`[^`]*`)\s*(?:\/\/.*)?\n/g,
      )) {
        variables.set(v[1] ?? '', (v[2] ?? '').slice(1, -1));
      }
      for (const match of body.matchAll(START)) {
        const lineHead = body.slice(body.lastIndexOf('\n', match.index) + 1, match.index);
        if (lineHead.includes('//')) continue;
        const reader = new Reader(body, variables, random);
        reader.at = match.index + match[0].length;
        let values: Value[] = [];
        try {
          const opener = match[2] ?? '';
          if (opener.startsWith('append')) {
            reader.at--;
            values = new Reader(`(${body.slice(reader.at + 1)}`, variables, random).list('(', ')');
          } else if (opener === '') values = [reader.expression()];
          else values = reader.list('{', '}');
        } catch {
          unread++;
          continue;
        }
        const isMap = match[2]?.startsWith('map') ?? false;
        for (const value of values) {
          const texts = isMap ? value.texts.slice(1) : value.texts;
          const path = isMap ? (value.texts[0] ?? '') : '';
          for (const text of texts) {
            if (match[1] === 'fps') cases.push({ set: 'gitleaks', rule, path, text, secret: null });
            else {
              const secret = value.secret ?? secretIn(text, regexes.get(rule));
              if (secret === null || secret === '') unread++;
              else cases.push({ set: 'gitleaks', rule, path, text, secret });
            }
          }
        }
      }
    }
  }
  return { cases, unread };
}

function secretIn(text: string, regex: RegExp | undefined): string | null {
  const match = regex?.exec(text);
  if (match === undefined || match === null) return null;
  const groups = match.slice(1).filter((group) => group !== undefined && group.length > 3);
  return groups.reduce((a, b) => (b.length > a.length ? b : a), '') || match[0];
}
