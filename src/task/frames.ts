import type { Frame } from '../model/task.ts';

/**
 * One pattern per way of writing a stack frame. Each is anchored to the line and free of nested
 * repetition, so a long line costs no more than its length.
 */
const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => Frame;
}[] = [
  // Python:  File "a/b.py", line 12, in name
  {
    pattern: /^\s*File "([^"\n]{1,500})", line (\d{1,7})(?:, in (\S{1,200}))?/,
    read: ([, path = '', line = '0', name = '']) => frame(path, line, name),
  },
  // C#:  at Ns.Type.Method(String x) in /a/B.cs:line 12
  {
    pattern: /^\s*at ([^\s(]{1,300})\([^)\n]{0,500}\) in ([^\n]{1,500}):line (\d{1,7})/,
    read: ([, name = '', path = '', line = '0']) => frame(path, line, lastName(name)),
  },
  // Java, Kotlin, Scala:  at a.b.Type.method(Type.java:12)
  {
    pattern:
      /^\s*(?:at )?(?:[\w.$-]{1,100}\/)?([\w.$<>]{1,400})\(([\w$.-]{1,200}\.(?:java|kt|scala|groovy)):(\d{1,7})\)/,
    read: ([, name = '', file = '', line = '0']) => {
      const folders = name.split('.').slice(0, -2).join('/');
      return frame(folders === '' ? file : `${folders}/${file}`, line, lastName(name));
    },
  },
  // JavaScript, Rust:  at name (path:12:3)   at path:12:3   at ./src/x.rs:12:3
  {
    pattern:
      /^\s*at (?:async )?(?:([^\s(]{1,300})(?: \[as [^\]\n]{1,100}\])? )?\(?(?:file:\/\/)?([^\s()]{1,500}?):(\d{1,7})(?::\d{1,7})?\)?\s*$/,
    read: ([, name = '', path = '', line = '0']) => frame(path, line, lastName(name)),
  },
  // Rust:  thread 'main' panicked at src/x.rs:12:3   or   …, src/x.rs:12:3
  {
    pattern: /panicked at (?:[^\n]{0,300}, )?([^\s,']{1,300}\.rs):(\d{1,7})/,
    read: ([, path = '', line = '0']) => frame(path, line, ''),
  },
  // Ruby:  a/b.rb:12:in `name'
  {
    pattern: /^\s*(?:from )?([^\s:]{1,400}\.rb):(\d{1,7}):in [`'"]([^'"`\n]{1,200})/,
    read: ([, path = '', line = '0', name = '']) => frame(path, line, lastName(name)),
  },
  // PHP:  #0 /a/b.php(12): Type->name()
  {
    pattern: /^\s*#\d{1,4} ([^\s(]{1,400}\.php)\((\d{1,7})\): ?([^\s(]{0,200})/,
    read: ([, path = '', line = '0', name = '']) => frame(path, line, lastName(name)),
  },
  // Go:  \t/a/b.go:12 +0x1b
  {
    pattern: /^\s+([^\s:]{1,400}\.go):(\d{1,7})(?: \+0x[0-9a-f]+)?\s*$/,
    read: ([, path = '', line = '0']) => frame(path, line, ''),
  },
  // Node's and pytest's short form:  a/b.py:12: in name   a/b.ts:12
  {
    pattern:
      /^\s*([\w./\\@-]{1,400}\.(?:py|js|ts|tsx|jsx|mjs|cjs|c|cc|cpp|h|cs|swift|php)):(\d{1,7})(?::\d{1,7})?(?:: in (\S{1,200})|:? ?\w{0,60}(?:Error|Exception)?)?\s*$/,
    read: ([, path = '', line = '0', name = '']) => frame(path, line, lastName(name)),
  },
];

const frame = (path: string, line: string, name: string): Frame => ({
  path: path.replaceAll('\\', '/'),
  line: Number(line),
  function: name,
});

const lastName = (name: string): string => name.split(/[.:#>]/).at(-1) ?? name;

/** Longer lines are data, not frames. */
const MAX_LINE = 2000;

export function readFrame(line: string): Frame | null {
  if (line.length > MAX_LINE) return null;
  for (const { pattern, read } of PATTERNS) {
    const match = pattern.exec(line);
    if (match !== null) return read(match);
  }
  return null;
}

const EXCEPTION =
  /^\s*(?:E\s+|Caused by: |Uncaught |Unhandled \w+ |Exception in thread "[^"\n]{0,100}" |fatal error: |panic: |goroutine \d+ |thread '[^'\n]{0,100}' panicked|(?:[\w$]{1,100}[.:\\]{1,2}){0,12}[A-Za-z_$][\w$]{0,100}(?:Error|Exception|Warning|Fault|Interrupt|Exit)\b(?=\s*(?::|$|\()))/;

/** True for the line that names what went wrong: `ValueError: bad`, `panic: …`, `Caused by: …`. */
export function isExceptionLine(line: string): boolean {
  return line.length <= MAX_LINE && EXCEPTION.test(line);
}
