import { splitLines } from '../../../math/lines.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { headerOf, type Style } from '../../../text/logs/events.ts';
import { readHead } from '../../../text/logs/layout.ts';
import { readJsonLine, readLogfmt } from '../../../text/logs/structured.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { pathParts } from '../../../text/prose/path.ts';
import { isInsideTrace, opensTrace, readLogFrame } from '../../../text/traces.ts';

/** `app.log`, `app.log.3`, `app.log.2023-11-15.gz`, `app.log-20231115`, `app.log.old`. */
const LOG_NAME = /\.log(?:[.-](?:\d[\d._-]*|old|bak|prev))?(?:\.gz)?$/i;
const TRACE_NAME = /\.(?:trace|stacktrace)(?:\.gz)?$/i;
const STREAM_NAME = /\.(?:err|out)(?:\.\d+)?(?:\.gz)?$/i;
const LOG_FOLDER = /(?:^|\/)logs?\//i;

/** Endings that say what a file is better than the folder it lies in. */
const OTHER_KINDS = new Set(
  `py pyi js mjs cjs jsx ts mts cts tsx go rs java kt kts scala groovy c h cc cpp cxx hpp cs fs vb rb php pl pm swift m mm
  dart ex exs erl hrl hs ml mli clj cljs lua r jl sh bash zsh fish ps1 bat sql vue svelte html htm css scss less
  md mdx rst adoc tex yaml yml toml ini cfg conf xml xsd proto graphql tf csv tsv ipynb lock map
  svg png jpg gif pdf zip tar`.split(/\s+/),
);

const MOST_LINES_READ = 60;
const STYLE_SHARE = 0.7;
const HEADED_SHARE = 0.3;

/** Whole lines of a head; the last may be cut, and is left out unless it is the only one. */
function wholeLines(head: string): string[] {
  const lines = splitLines(head);
  if (lines.length > 1 && !head.endsWith('\n')) lines.pop();
  return lines.filter((line) => line.trim() !== '').slice(0, MOST_LINES_READ);
}

/** How the lines are written, as far as the head shows. */
export function styleOf(head: string): Style {
  const lines = wholeLines(head);
  const most = lines.length * STYLE_SHARE;
  if (lines.length === 0) return 'plain';
  const json = lines.filter((line) => readJsonLine(line) !== null).length;
  const cut = lines.length === 1 && /^\s*\{\s*"/.test(head) && !head.includes('\n');
  if (json >= most || cut) return 'jsonl';
  return lines.filter((line) => readLogfmt(line) !== null).length >= most ? 'logfmt' : 'plain';
}

/** Whether a text is a log by its looks alone: times or levels at the start of lines, records, or a stack trace. */
function looksLikeLog(head: string): boolean {
  const lines = wholeLines(head);
  if (lines.length === 0) return false;
  const read = { jsonl: readJsonLine, logfmt: readLogfmt };
  const style = styleOf(head);
  if (style !== 'plain') {
    return lines.some((line) => {
      const record = read[style](line);
      return record !== null && (record.time !== null || record.level !== null);
    });
  }
  const header = headerOf(lines, style);
  const headed = lines.filter((line) => readHead(line, header) !== null).length;
  if (headed >= lines.length * HEADED_SHARE) return true;
  return (
    lines.some((line) => opensTrace(line) || isInsideTrace(line)) &&
    lines.some((line) => readLogFrame(line) !== null)
  );
}

/** Whether a file is a log: by configuration, by its name, or by its folder together with its looks. */
export function isLog(path: string, head: string, settings: SourceSettings): boolean {
  if (matchesGlobs(path, settings.paths)) return true;
  const { base: name } = pathParts(path);
  if (LOG_NAME.test(name) || TRACE_NAME.test(name)) return true;
  if (!LOG_FOLDER.test(path)) return false;
  if (STREAM_NAME.test(name)) return true;
  return !OTHER_KINDS.has(pathParts(path.replace(/\.gz$/i, '')).extension) && looksLikeLog(head);
}
