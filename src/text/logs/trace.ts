/** A place in code that a stack trace names. */
export interface Frame {
  readonly name: string;
  /** `file:line`, as far as the trace tells. */
  readonly place: string;
}

const LONGEST_LINE = 1000;
const NAME = '[^\\s()]{1,200}';

interface FrameFormat {
  readonly pattern: RegExp;
  read(m: readonly (string | undefined)[]): Frame;
}

const place = (file: string | undefined, line: string | undefined): string =>
  file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;

const FRAMES: readonly FrameFormat[] = [
  // Python:   File "app/db.py", line 12, in connect
  {
    pattern: /^[\s|+-]*File "([^"]{1,300})", line (\d+)(?:, in (\S{1,200}))?/,
    read: (m) => ({ name: m[3] ?? '', place: place(m[1], m[2]) }),
  },
  // C#:   at Shop.Cart.Add(Item item) in /src/Cart.cs:line 12
  {
    pattern:
      /^\s*at (\S{1,200}?)(?:`\d+)?(?:\[[^\]]{0,80}\])?\([^)]{0,300}\) in (.{1,300}?):line (\d+)/,
    read: (m) => ({ name: m[1] ?? '', place: place(m[2], m[3]) }),
  },
  // Java:   at com.shop.Cart.add(Cart.java:12)
  {
    pattern:
      /^\s*at (?:[\w.@-]{1,80}\/{1,2})*([\w.$<>/]{1,200})\(([\w$]{1,100}\.\w{1,10})(?::(\d+))?\)/,
    read: (m) => ({ name: m[1] ?? '', place: place(m[2], m[3]) }),
  },
  // Java without a place:   at com.shop.Cart.add(Native Method), C# without one:   at Shop.Cart.Add(Item item)
  {
    pattern:
      /^\s*at (?:async )?([\w.$<>`[\]]{1,200}\.[\w.$<>`[\]]{1,200})\((?:Native Method|Unknown Source|[\w\s.,&`<>[\]]{0,300})\)\s*$/,
    read: (m) => ({ name: m[1] ?? '', place: '' }),
  },
  // JavaScript:   at Cart.add (/srv/cart.js:12:5)
  {
    pattern: new RegExp(
      `^\\s*at (?:async |new )?(${NAME}(?: \\[as [^\\]]{1,80}\\])?) \\((.{1,300}?)(?::(\\d+))?(?::\\d+)?\\)`,
    ),
    read: (m) => ({ name: (m[1] ?? '').replace(/ \[as .*/, ''), place: place(m[2], m[3]) }),
  },
  // JavaScript without a name:   at /srv/cart.js:12:5
  {
    pattern:
      /^\s*at (?:async )?((?:file:\/\/|node:|https?:\/\/|[./\\]|[A-Za-z]:[\\/])[^\s()]{1,300}?):(\d+)(?::\d+)?\s*$/,
    read: (m) => ({ name: '', place: place(m[1], m[2]) }),
  },
  // Go:   \t/srv/cart.go:12 +0x1d
  {
    pattern: /^\s+(\/?[^\s:]{1,300}\.(?:go|s)):(\d+)(?: \+0x[\da-f]+)?\s*$/,
    read: (m) => ({ name: '', place: place(m[1], m[2]) }),
  },
  // Go:  main.(*Cart).Add(0xc000…)  ·  created by main.main in goroutine 1
  {
    pattern:
      /^([\w./-]{1,200}\.(?:\(\*?\w{1,100}\)\.)?[\w.]{1,100}(?:\[\.\.\.\])?)\((?:\{?0x[\da-f][^)]{0,300}|\.\.\.|\{[^)]{0,300})?\)\s*$/,
    read: (m) => ({ name: m[1] ?? '', place: '' }),
  },
  {
    pattern: /^created by ([\w./-]{1,200}\.[\w.()*]{1,100})(?: in goroutine \d+)?\s*$/,
    read: (m) => ({ name: m[1] ?? '', place: '' }),
  },
  // Rust:   4: shop::cart::add   and   at ./src/cart.rs:12:5
  {
    pattern:
      /^\s+\d{1,3}: (?:0x[\da-f]+ - )?([A-Za-z_<][\w<>$ ,&.{}#]{0,100}::[\w:<>$ ,&.{}#]{1,200})\s*$/,
    read: (m) => ({ name: (m[1] ?? '').replace(/::h[\da-f]{16}$/, ''), place: '' }),
  },
  {
    pattern: /^\s+at (\S{1,300}\.rs):(\d+)(?::\d+)?\s*$/,
    read: (m) => ({ name: '', place: place(m[1], m[2]) }),
  },
  // Ruby:   from app/cart.rb:12:in `add'
  {
    pattern: /^\s*(?:from )?([^\s:]{1,300}\.(?:rb|erb|rake|ru)):(\d+):in [`'"]([^`'"]{1,200})['"`]/,
    read: (m) => ({
      name: (m[3] ?? '').replace(/^(?:block|rescue|ensure) .*in /, ''),
      place: place(m[1], m[2]),
    }),
  },
  // PHP: #0 /srv/Cart.php(12): Cart->add()
  {
    pattern:
      /^\s*#\d{1,3} (?:(\/?[^\s(]{1,300}\.\w{1,6})\((\d+)\): |\[internal function\]: )([^\s(]{1,200})/,
    read: (m) => ({ name: m[3] ?? '', place: place(m[1], m[2]) }),
  },
  // PHP error log:   PHP   3. Cart->add() /srv/Cart.php:12
  {
    pattern: /^(?:PHP)?\s+\d{1,3}\. ([^\s(]{1,200})\(.{0,200}\) (\/?[^\s:]{1,300}\.\w{1,6}):(\d+)/,
    read: (m) => ({ name: m[1] ?? '', place: place(m[2], m[3]) }),
  },
  // C, C++: #1 0x55d in cart_add src/cart.c:12:5 · #1  cart_add (n=2) at src/cart.c:12
  {
    pattern:
      /^\s*#\d{1,3}\s+(?:0x[\da-f]+ in )?([\w:~<>]{1,200})(?: ?\([^)]{0,300}\))? (?:at )?([^\s:()]{1,300}\.\w{1,4}):(\d+)/,
    read: (m) => ({ name: m[1] ?? '', place: place(m[2], m[3]) }),
  },
  // Elixir:   (shop 0.1.0) lib/cart.ex:12: Shop.Cart.add/2
  {
    pattern: /^\s+\(\w+ [\d.]+\S{0,20}\) ([^\s:]{1,300}\.exs?):(\d+): (\S{1,200})/,
    read: (m) => ({ name: m[3] ?? '', place: place(m[1], m[2]) }),
  },
];

const clipped = (line: string): string =>
  line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line;

/** A cheap sign that a line may be a frame, so that the patterns are tried on few lines. */
const MAY_BE_FRAME =
  /^(?:[\s|+-]*(?:File "|at |from |#\d|\d{1,3}[:.] |\/|\(\w|[^\s:]{1,300}\.(?:go|s|rb|erb|rake|ru):\d)|created by |[\w./-]{1,200}\.\S{0,200}\(|PHP )/;

export function readFrame(line: string): Frame | null {
  const text = clipped(line);
  if (!MAY_BE_FRAME.test(text)) return null;
  for (const { pattern, read } of FRAMES) {
    const m = pattern.exec(text);
    if (m !== null) return read(m);
  }
  return null;
}

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
const WORDS_LIKE_CODES = new Set([
  'ERROR',
  'ERRORS',
  'EMERG',
  'EMERGENCY',
  'EVENT',
  'EVENTS',
  'EXIT',
  'ENDED',
]);
const MOST_NAMES = 12;

/** Exception classes and error codes that a text names, first mention first; classes by their last part too. */
export function faultNames(text: string): string[] {
  const names = new Set<string>();
  const scanned = text.slice(0, 20_000);
  for (const m of scanned.matchAll(FAULT_CLASS)) {
    const full = m[1] ?? '';
    names.add(
      full.slice(
        Math.max(full.lastIndexOf('.'), full.lastIndexOf(':'), full.lastIndexOf('\\')) + 1,
      ),
    );
    names.add(full);
    if (names.size >= MOST_NAMES) break;
  }
  for (const m of scanned.matchAll(FAULT_CODE)) {
    const code = m[1] ?? '';
    if (names.size >= MOST_NAMES) break;
    if (!WORDS_LIKE_CODES.has(code)) names.add(code);
  }
  return [...names];
}
