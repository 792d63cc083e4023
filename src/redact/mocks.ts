import type { Hinted, Scan } from './finding.ts';
import { isLoneToken, nameKindOf } from './names.ts';
import { strengthOf } from './strength.ts';

/** What a test says that something gives back: `when(vault.getPassword()).thenReturn("…")`, `patch("x.get_secret", return_value="…")`. */
const GIVEN_BACK =
  /(?:(?:\.|->)(?:mock(?:Return|Resolved)Value(?:Once)?|mockImplementation(?:Once)?|then_?[rR]eturn|will_?[rR]eturn|and_?[rR]eturns?|[rR]eturns?(?:Async)?|returning|resolves)\s?\(|\bfn\(|\breturn_value\s?=|\bside_effect\s?=\s?\[?|\breturns\b(?=\s{1,4}["']))\s{0,4}(?:(?:async )?\(\)\s?=>\s?|(?:move )?\|[\w, ]{0,20}\|\s?|(?:Task|Promise|Future|Mono|Optional)\.\w{1,12}\()?[bru@]?(["'`])([^"'`\n]{3,200})\1/g;
/** `doReturn("…").when(vault).getPassword()` */
const GIVEN_FIRST =
  /\bdo_?[rR]eturn\(\s?(["'])([^"'\n]{3,200})\1\)\s{0,20}\.when\([^()\n]{1,40}\)\s{0,20}\.(\w{1,60})\(/g;
/** `setattr(vault, "password", lambda: "…")`, `expect(Vault, :password, fn -> "…" end)` */
const PUT =
  /\(\s?[\w.]{1,60},\s?["':]([\w.-]{1,60})["']?,\s?(?:lambda\b[^:\n]{0,30}:|(?:async )?\(\w{0,12}\)\s?=>|fn\b[^\n>]{0,30}->)\s?(["'`])([^"'`\n]{3,200})\2/g;

const REACH = 160;
/** A call at the end of what stands before, with one more in its brackets. */
const LAST_CALL = /([\w$]{1,60})\(((?:[^()\n]|\([^()\n]*\)){0,120})\)\s*$/;
/** What names another call in its brackets. */
const WRAPS =
  /^(?:when|given|mocked|every|coEvery|verify|allow|expect|receive|shouldReceive|receive_message_chain|method|spyOn|stub|object|patch|on|setup)$/i;
/** `On("ReadSecret", "db")`: the first of them is its name, of others the last. */
const NAMES_FIRST = /^on$/i;
/** What a function does with a secret, other than to bring it. */
const DOES =
  /^(?:reset|change|update|forgot|check|verify|validate|hash|set|save|store|put|delete|remove|revoke|compare|is|has|send|expire|match(?:es)?|test|encode|confirm|on|handle|needs?)(?=[A-Z_]|$)/;

/** `MagicMock(`, of which the result is what something is replaced by. */
const MADE = /(?:\w+\.)?\w*Mock\((?:[\w.=]{1,40},\s?)?$/;

const lastWord = (written: string): string => /([\w$]+)\W*$/.exec(written)?.[1] ?? '';
const firstWord = (written: string): string => /([\w$]+)(?=\W*(?:,|$))/.exec(written)?.[1] ?? '';

/** The name of what is replaced, by what stands before what it gives back. */
function replacedBy(lead: string): string {
  const end = lead.replace(MADE, '').replace(/(?:\s+as\s+[\w.]+\s*\)|[\s,}])+$/, '');
  // `@patch("vault.get_password", `, `getPassword: jest.`, `fn().`
  const made = /([\w$]+)["']?\s*[:=]\s*(?:\w+\.)?(?:fn\(\)\.?)?$/.exec(end);
  if (made?.[1] !== undefined) return made[1];
  const [, callee = '', inside = ''] = LAST_CALL.exec(end) ?? [];
  if (callee === '') return lastWord(end);
  if (!WRAPS.test(callee)) return callee;
  if (NAMES_FIRST.test(callee)) return firstWord(inside);
  const inner = LAST_CALL.exec(inside);
  return inner?.[1] ?? lastWord(inside);
}

/** What asks a person. */
const ASKS = /^get_?pass$/i;
/** Whether a value is a secret where something of this name gives it back. */
function isSecretOf(name: string, value: string): boolean {
  const kind = ASKS.test(name) ? 'password' : nameKindOf(name);
  if ((kind !== 'password' && kind !== 'token') || DOES.test(name)) return false;
  const strength = strengthOf(value);
  return strength === 'made' || strength === 'mixed' || (strength === 'word' && !isLoneToken(name));
}

export const MOCKS: Hinted = {
  // Longer than needed: most programs have "return".
  hints: [
    ...[
      'mockRe',
      'mockImpl',
      'then_return',
      'thenReturn',
      'willReturn',
      'will_return',
      'andReturn',
    ],
    ...[
      'and_return',
      'return_value',
      'doReturn(',
      'do_return(',
      '.Return(',
      '.Returns',
      '.returns(',
    ],
    ...[
      'returns "',
      "returns '",
      '.resolves(',
      '.fn(',
      'setattr(',
      '.returning(',
      'side_effect',
      ', fn ',
    ],
  ],
  scan: scanMocks,
};

function scanMocks({ text, report }: Scan): void {
  for (const match of text.matchAll(GIVEN_BACK)) {
    const base = Math.max(0, match.index - REACH);
    const lead = text.slice(base, match.index);
    // What is said goes on from the line above only where this one begins with a dot.
    const line = /\n\s*$/.test(lead) ? lead : lead.slice(lead.lastIndexOf('\n') + 1);
    put(replacedBy(line), match[2] ?? '', match.index + match[0].length - 1);
  }
  for (const match of text.matchAll(GIVEN_FIRST)) {
    const value = match[2] ?? '';
    put(match[3] ?? '', value, match.index + match[0].indexOf(value) + value.length);
  }
  for (const match of text.matchAll(PUT))
    put(match[1] ?? '', match[3] ?? '', match.index + match[0].length - 1);

  function put(name: string, value: string, end: number): void {
    if (isSecretOf(name, value)) report(end - value.length, end, 'statement', name);
  }
}
