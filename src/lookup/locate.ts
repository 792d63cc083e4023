import { byCodePoint } from '../math/order.ts';
import { type AbsentFile, NO_SUCH_FILE } from '../model/explanation.ts';
import { REASONS } from '../model/shape.ts';
import type { State } from '../model/state.ts';
import type { WorkspaceFiles } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { isReserved } from '../text/paths/reserved.ts';

export interface Located {
  readonly kind: 'located';
  readonly file: number;
  readonly path: string;
  readonly line: number | null;
}

const LINE = /:(\d{1,7})$/;
const NEAR_SHOWN = 5;
/** Not even whether there is something is told of what lies there. */
const OUTSIDE = /^(?:\.\.(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/;

/** The file a user means by `PATH` or `PATH:LINE`; or why there is none to speak of. */
export function locate(
  files: WorkspaceFiles,
  view: StateView,
  state: State | null,
  given: string,
): Located | AbsentFile {
  const listed = view.state.files;
  const whole = files.relative(given);
  const find = (path: string): number => listed.findIndex((file) => file.path === path);
  const said = LINE.exec(whole);
  // A file may really be called a:1; then that is what is meant.
  const isWhole = said === null || find(whole) >= 0;
  const path = isWhole ? whole : whole.slice(0, said.index);
  const line = isWhole ? null : Number(said[1]);
  const file = find(path);
  const entry = listed[file];
  const leftOut = state?.leftOut.find((other) => other.path === path);
  if (entry === undefined && leftOut !== undefined) {
    const detail = leftOut.detail === '' ? '' : ` (${leftOut.detail})`;
    return absent(path, `left out: ${REASONS[leftOut.reason]}${detail}`);
  }
  if (entry === undefined && OUTSIDE.test(path)) return absent(path, 'outside the project');
  if (entry === undefined) {
    const folder = `${path.replace(/[\\/]+$/, '')}/`;
    if (listed.some((other) => other.path.startsWith(folder)))
      return absent(path, 'a folder: name a file in it');
    const isThere = files.isLive && files.exists(path);
    if (isThere && isReserved(path)) {
      return absent(path, "left out: what lies in .git and .sheaf is git's and Sheaf's own");
    }
    return isThere
      ? absent(path, 'left out: an ignore rule names it, or it is a folder')
      : absent(path, NO_SUCH_FILE, nearTo(path, view));
  }
  const { stub, bytes, lines } = entry;
  if (stub !== null) {
    return absent(path, `only known by name: ${REASONS[stub]} (${bytes} bytes, ${lines} lines)`);
  }
  if (line !== null && (line < 1 || line > lines)) {
    const unread = unreadOf(view, file).map((note) => `; ${note}`);
    return absent(path, `it has ${lines} lines, not ${line}${unread.join('')}`);
  }
  return { kind: 'located', file, path, line };
}

/** What of a file is not in the index, in words. */
export function unreadOf(view: StateView, file: number): string[] {
  const { content = 0, shape } = view.state.files[file] ?? {};
  if (content === 0 || shape?.source !== 'logs') return [];
  const { outside } = view.facts(content).meta;
  if (outside === undefined) return [];
  const events = outside === '1' ? '1 earlier event lies' : `${outside} earlier events lie`;
  return [`${events} outside the window of sources.logs.log_window_hours`];
}

const absent = (path: string, reason: string, near: readonly string[] = []): AbsentFile => ({
  kind: 'absent',
  path,
  reason,
  near,
});

/** The file itself if only its case differs, files of the same name elsewhere, then files whose name begins alike. */
function nearTo(path: string, { state }: StateView): string[] {
  const nameOf = (other: string): string => (other.split('/').at(-1) ?? '').toLowerCase();
  const name = nameOf(path);
  const stem = name.replace(/\.[^.]*$/, '');
  const paths = state.files.map((file) => file.path);
  const own = paths.filter((other) => other.toLowerCase() === path.toLowerCase());
  const same = paths.filter((other) => nameOf(other) === name);
  const alike = paths.filter((other) => stem.length > 2 && nameOf(other).startsWith(stem));
  return [...new Set([...own, ...same.sort(byCodePoint), ...alike.sort(byCodePoint)])].slice(
    0,
    NEAR_SHOWN,
  );
}
