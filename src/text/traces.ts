import type { Frame } from '../model/task.ts';

/** A place in code that the trace of a log names. */
export interface LogFrame {
  readonly name: string;
  /** `file:line`, as far as the trace tells. */
  readonly place: string;
}

/*
 * One pattern per way of writing a stack frame, with what it says in named groups. Each is anchored to the line and free of nested
 * repetition, so a long line costs no more than its length. Every line of a log is tried, so those patterns have to be sure; in
 * a task people quote single frames, often without what stands around them.
 */
const IN_LOGS: readonly RegExp[] = [
  // Python:   File "app/db.py", line 12, in connect
  /^[\s|+-]*File "(?<file>[^"]{1,300})", line (?<line>\d+)(?:, in (?<name>\S{1,200}))?/,
  // C#:   at Shop.Cart.Add(Item item) in /src/Cart.cs:line 12
  /^\s*at (?<name>\S{1,200}?)(?:`\d+)?(?:\[[^\]]{0,80}\])?\([^)]{0,300}\) in (?<file>.{1,300}?):line (?<line>\d+)/,
  // Java:   at com.shop.Cart.add(Cart.java:12)
  /^\s*at (?:[\w.@-]{1,80}\/{1,2})*(?<name>[\w.$<>/]{1,200})\((?<file>[\w$]{1,100}\.\w{1,10})(?::(?<line>\d+))?\)/,
  // Java without a place:   at com.shop.Cart.add(Native Method), C# without one:   at Shop.Cart.Add(Item item)
  /^\s*at (?:async )?(?<name>[\w.$<>`[\]]{1,200}\.[\w.$<>`[\]]{1,200})\((?:Native Method|Unknown Source|[\w\s.,&`<>[\]]{0,300})\)\s*$/,
  // JavaScript:   at Cart.add (/srv/cart.js:12:5)
  /^\s*at (?:async |new )?(?<name>[^\s()]{1,200})(?: \[as [^\]]{1,80}\])? \((?<file>.{1,300}?)(?::(?<line>\d+))?(?::\d+)?\)/,
  // JavaScript without a name:   at /srv/cart.js:12:5
  /^\s*at (?:async )?(?<file>(?:file:\/\/|node:|https?:\/\/|[./\\]|[A-Za-z]:[\\/])[^\s()]{1,300}?):(?<line>\d+)(?::\d+)?\s*$/,
  // Go:   \t/srv/cart.go:12 +0x1d
  /^\s+(?<file>\/?[^\s:]{1,300}\.(?:go|s)):(?<line>\d+)(?: \+0x[\da-f]+)?\s*$/,
  // Go:  main.(*Cart).Add(0xc000…)  ·  created by main.main in goroutine 1
  /^(?<name>[\w./-]{1,200}\.(?:\(\*?\w{1,100}\)\.)?[\w.]{1,100}(?:\[\.\.\.\])?)\((?:\{?0x[\da-f][^)]{0,300}|\.\.\.|\{[^)]{0,300})?\)\s*$/,
  /^created by (?<name>[\w./-]{1,200}\.[\w.()*]{1,100})(?: in goroutine \d+)?\s*$/,
  // Rust:   4: shop::cart::add   and   at ./src/cart.rs:12:5
  /^\s+\d{1,3}: (?:0x[\da-f]+ - )?(?<mangled>[A-Za-z_<][\w<>$ ,&.{}#]{0,100}::[\w:<>$ ,&.{}#]{1,200})\s*$/,
  /^\s+at (?<file>\S{1,300}\.rs):(?<line>\d+)(?::\d+)?\s*$/,
  // Ruby:   from app/cart.rb:12:in `add'
  /^\s*(?:from )?(?<file>[^\s:]{1,300}\.(?:rb|erb|rake|ru)):(?<line>\d+):in [`'"](?<method>[^`'"]{1,200})['"`]/,
  // PHP: #0 /srv/Cart.php(12): Cart->add()
  /^\s*#\d{1,3} (?:(?<file>\/?[^\s(]{1,300}\.\w{1,6})\((?<line>\d+)\): |\[internal function\]: )(?<name>[^\s(]{1,200})/,
  // PHP error log:   PHP   3. Cart->add() /srv/Cart.php:12
  /^(?:PHP)?\s+\d{1,3}\. (?<name>[^\s(]{1,200})\(.{0,200}\) (?<file>\/?[^\s:]{1,300}\.\w{1,6}):(?<line>\d+)/,
  // C, C++: #1 0x55d in cart_add src/cart.c:12:5 · #1  cart_add (n=2) at src/cart.c:12
  /^\s*#\d{1,3}\s+(?:0x[\da-f]+ in )?(?<name>[\w:~<>]{1,200})(?: ?\([^)]{0,300}\))? (?:at )?(?<file>[^\s:()]{1,300}\.\w{1,4}):(?<line>\d+)/,
  // Elixir:   (shop 0.1.0) lib/cart.ex:12: Shop.Cart.add/2
  /^\s+\(\w+ [\d.]+\S{0,20}\) (?<file>[^\s:]{1,300}\.exs?):(?<line>\d+): (?<name>\S{1,200})/,
  // Dart: #1      Cart.add (package:shop/cart.dart:12:5)
  /^\s*#\d{1,3}\s+(?<name>[^\s(]{1,200}) \((?:package:|file:\/\/)?(?<file>[^\s():]{1,300}\.dart):(?<line>\d+)(?::\d+)?\)/,
];

const IN_TASKS: readonly RegExp[] = [
  // Python:  File "a/b.py", line 12, in name
  /^\s*File "(?<file>[^"\n]{1,500})", line (?<line>\d{1,7})(?:, in (?<own>\S{1,200}))?/,
  // C#:  at Ns.Type.Method(String x) in /a/B.cs:line 12
  /^\s*at (?<name>[^\s(]{1,300})\([^)\n]{0,500}\) in (?<file>[^\n]{1,500}):line (?<line>\d{1,7})/,
  // Java, Kotlin, Scala:  at a.b.Type.method(Type.java:12)
  /^\s*(?:at )?(?:[\w.$-]{1,100}\/)?(?<path>[\w.$<>]{1,400})\((?<file>[\w$.-]{1,200}\.(?:java|kt|scala|groovy)):(?<line>\d{1,7})\)/,
  // JavaScript, Rust:  at name (path:12:3)   at path:12:3   at ./src/x.rs:12:3
  /^\s*at (?:async )?(?:(?<name>[^\s(]{1,300})(?: \[as [^\]\n]{1,100}\])? )?\(?(?:file:\/\/)?(?<file>[^\s()]{1,500}?):(?<line>\d{1,7})(?::\d{1,7})?\)?\s*$/,
  // Rust:  thread 'main' panicked at src/x.rs:12:3   or   …, src/x.rs:12:3
  /panicked at (?:[^\n]{0,300}, )?(?<file>[^\s,']{1,300}\.rs):(?<line>\d{1,7})/,
  // Ruby:  a/b.rb:12:in `name'
  /^\s*(?:from )?(?<file>[^\s:]{1,400}\.rb):(?<line>\d{1,7}):in [`'"](?<name>[^'"`\n]{1,200})/,
  // PHP:  #0 /a/b.php(12): Type->name()
  /^\s*#\d{1,4} (?<file>[^\s(]{1,400}\.php)\((?<line>\d{1,7})\): ?(?<name>[^\s(]{0,200})/,
  // Elixir:  (shop 0.1.0) lib/a/b.ex:12: Shop.B.name/2   lib/a/b.ex:12: anonymous fn/1 in Shop.B.name/2
  /^\s*(?:\([^)\n]{1,80}\) )?(?<file>[^\s:]{1,400}\.exs?):(?<line>\d{1,7}): (?:anonymous fn\/\d{1,2} in )?(?<name>[^\s/]{1,200})/,
  // Dart:  #1      Cart.add (package:shop/cart.dart:12:5)
  /^\s*#\d{1,4}\s{1,12}(?<name>[^\s(]{1,200}) \((?:package:|file:\/\/)?(?<file>[^\s():]{1,400}\.dart):(?<line>\d{1,7})(?::\d{1,7})?\)/,
  // Go:  \t/a/b.go:12 +0x1b
  /^\s+(?<file>[^\s:]{1,400}\.go):(?<line>\d{1,7})(?: \+0x[0-9a-f]+)?\s*$/,
  // Node's and pytest's short form:  a/b.py:12: in name   a/b.ts:12
  /^\s*(?<file>[\w./\\@-]{1,400}\.(?:py|js|ts|tsx|jsx|mjs|cjs|c|cc|cpp|h|cs|swift|php)):(?<line>\d{1,7})(?::\d{1,7})?(?:: in (?<name>\S{1,200})|:? ?\w{0,60}(?:Error|Exception)?)?\s*$/,
];

function groupsOf(
  line: string,
  patterns: readonly RegExp[],
): Readonly<Record<string, string | undefined>> | null {
  for (const pattern of patterns) {
    const match = pattern.exec(line);
    if (match !== null) return match.groups ?? {};
  }
  return null;
}

const LONGEST_LINE = 1000;
const clipped = (line: string): string =>
  line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line;

/** A cheap sign that a line may be a frame, so that the patterns are tried on few lines. */
const MAY_BE_FRAME =
  /^(?:[\s|+-]*(?:File "|at |from |#\d|\d{1,3}[:.] |\/|\(\w|[^\s:]{1,300}\.(?:go|s|rb|erb|rake|ru):\d)|created by |[\w./-]{1,200}\.\S{0,200}\(|PHP )/;

export function readLogFrame(line: string): LogFrame | null {
  const text = clipped(line);
  const found = MAY_BE_FRAME.test(text) ? groupsOf(text, IN_LOGS) : null;
  if (found === null) return null;
  const { file = '', line: number, mangled, method } = found;
  const own = mangled?.replace(/::h[\da-f]{16}$/, '');
  const { name = own ?? method?.replace(/^(?:block|rescue|ensure) .*in /, '') ?? '' } = found;
  return { name, place: number === undefined ? file : `${file}:${number}` };
}

/** Longer lines of a task are data, not frames. */
const MAX_LINE = 2000;
const lastName = (name: string): string => name.split(/[.:#>]/).at(-1) ?? name;

export function readFrame(line: string): Frame | null {
  const found = line.length > MAX_LINE ? null : groupsOf(line, IN_TASKS);
  if (found === null) return null;
  // Java names the file alone; the folders are those of the package.
  const { file = '', line: number = '0', path = '', own, name = path } = found;
  const folders = path.split('.').slice(0, -2);
  return {
    path: [...folders, file].join('/').replaceAll('\\', '/'),
    line: Number(number),
    function: own ?? lastName(name),
  };
}

const EXCEPTION =
  /^\s*(?:E\s+|Caused by: |Uncaught |Unhandled \w+ |Exception in thread "[^"\n]{0,100}" |fatal error: |panic: |goroutine \d+ |thread '[^'\n]{0,100}' panicked|\*\* \([A-Z][\w.]{0,100}\) |(?:[\w$]{1,100}[.:\\]{1,2}){0,12}[A-Za-z_$][\w$]{0,100}(?:Error|Exception|Warning|Fault|Interrupt|Exit)\b(?=\s*(?::|$|\()))/;

/** True for the line of a task that names what went wrong: `ValueError: bad`, `panic: …`, `Caused by: …`. */
export const isExceptionLine = (line: string): boolean =>
  line.length <= MAX_LINE && EXCEPTION.test(line);

/** Lines other than frames that only occur inside a trace. */
const INSIDE =
  /^\s*(?:Caused by:|Suppressed:|\.\.\. \d+ (?:more|common frames)|--- End of |---> |Traceback \(most recent|During handling of the above|The above exception was|Stack trace:|stack backtrace:|goroutine \d+ \[|\[signal |exit status \d|note: run with|note: Some details|thrown in |#\d+ \{main\}|PHP Stack trace:|\[Previous line repeated|\.\.\. \d+ levels|exception\.stack|\^+\s*$|[~^]+\s*$|Node\.js v\d)/;

export const isInsideTrace = (line: string): boolean => INSIDE.test(clipped(line));

/** Lines that open a trace of their own, even without a header before them. */
const OPENS =
  /^(?:Traceback \(most recent call last\)|Exception in thread |panic: |fatal error: |thread '[^']{0,80}' (?:\(\d+\) )?panicked|Unhandled exception|Uncaught |(?:PHP )?(?:Fatal|Parse) error: )/;

export const opensTrace = (line: string): boolean => OPENS.test(clipped(line));

/** An exception's own line: `ValueError: bad`, `java.lang.IllegalStateException: x`, `KeyError`. */
const RAISED =
  /^(?:[\w$]{1,80}(?:\.|::|\\|\/)){0,12}[A-Z]?[\w$]{0,80}(?:Exception|Error|Fault|Failure|Interrupt|Exit|Warning|Iteration)(?:\s\[[^\]]{1,60}\])?(?:\s*\(.{0,200}\))?(?::|\s*$)/;

export const isRaised = (line: string): boolean => RAISED.test(clipped(line));

const FAULT_CLASS =
  /(?:^|[^\w$.\\])((?:[A-Za-z_$][\w$]{0,60}(?:\.|::|\\)){0,12}[A-Z][\w$]{0,80}(?:Exception|Error|Fault|Failure|Panic|Interrupt))(?![\w$.])/g;
const FAULT_CODE =
  /(?:^|[^\w-])((?:ORA|SQL|MY|TS|CS|ERR|HY|DB|E)-?\d{3,6}|E[A-Z]{4,}|ERR_[A-Z_]{3,60}|0x8[\da-fA-F]{7})(?![\w-])/g;
const WORDS_LIKE_CODES = new Set('ERROR ERRORS EMERG EMERGENCY EVENT EVENTS EXIT ENDED'.split(' '));
const MOST_NAMES = 12;

/** Exception classes and error codes that a text names, first mention first; classes by their last part too. */
export function faultNames(text: string): string[] {
  const names = new Set<string>();
  const scanned = text.slice(0, 20_000);
  for (const m of scanned.matchAll(FAULT_CLASS)) {
    const full = m[1] ?? '';
    names.add(full.slice(full.search(/[^.:\\]*$/))).add(full);
    if (names.size >= MOST_NAMES) break;
  }
  for (const m of scanned.matchAll(FAULT_CODE)) {
    const code = m[1] ?? '';
    if (names.size >= MOST_NAMES) break;
    if (!WORDS_LIKE_CODES.has(code)) names.add(code);
  }
  return [...names];
}
