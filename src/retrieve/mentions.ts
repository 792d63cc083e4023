import { addTo } from '../math/groups.ts';
import { late } from '../math/memo.ts';
import type { Frame, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { rootOf, withoutColon } from '../text/paths/roots.ts';

/** Names so common that they point nowhere when they stand alone. */
const BARE_NAMES = new Set(
  `setup.py models.py views.py urls.py admin.py tests.py utils.py settings.py manage.py conftest.py
  __init__.py __main__.py index.js index.ts index.tsx index.html main.py main.go main.rs mod.rs
  lib.rs app.py app.js app.ts test.py test.js package.json readme.md makefile`.split(/\s+/),
);
const SEVERAL_PARTS = 1;
const ONE_PART = 0.6;
const FRAME_DECAY = 0.35;

/** Finds files by the tail of a path: `site-packages/django/forms/fields.py` means `django/forms/fields.py`. */
export class PathLookup {
  private readonly paths: readonly string[];
  /** Made by the first question: most tasks name no path. */
  private readonly byName: () => ReadonlyMap<string, readonly number[]>;

  constructor(paths: readonly string[]) {
    this.paths = paths.map(withoutColon);
    this.byName = late(() => {
      const byName = new Map<string, number[]>();
      for (const [file, path] of this.paths.entries()) {
        addTo(byName, path.slice(path.lastIndexOf('/') + 1), file);
      }
      return byName;
    });
  }

  /** The files that share the longest tail with the path, and how many parts that is; of what a compiler wrote, those it was made from. */
  find(path: string): Found {
    const [last = '', ...folders] = withoutColon(path)
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .reverse();
    const name = [last, ...sourcesOf(last)].find((own) => this.byName().has(own)) ?? last;
    const wanted = [name, ...folders];
    let depth = 0;
    let files: number[] = [];
    for (const file of this.byName().get(name) ?? []) {
      const parts = (this.paths[file] ?? '').split('/').reverse();
      let shared = 0;
      while (shared < wanted.length && shared < parts.length && wanted[shared] === parts[shared])
        shared++;
      if (shared > depth) {
        depth = shared;
        files = [];
      }
      if (shared === depth) files.push(file);
    }
    return { files, depth, isCompiled: name !== last };
  }
}

interface Found {
  readonly files: readonly number[];
  readonly depth: number;
  /** The path is of what was made from these files: lines are others there. */
  readonly isCompiled: boolean;
}

const COMPILED = /^(.{1,200})\.([cm]?)js$/;

/** Traces of TypeScript name the JavaScript that ran: `dist/utils/cookie.js` for `src/utils/cookie.ts`. */
function sourcesOf(name: string): string[] {
  const [, stem, module = ''] = COMPILED.exec(name) ?? [];
  return stem === undefined
    ? []
    : [...new Set([`${module}ts`, 'ts', 'tsx'])].map((ending) => `${stem}.${ending}`);
}

/** Paths that a task names with their roots, as in `web:src/a.ts`, mean the files there and no others. */
export function withRoots(task: Task, { state: { files } }: StateView): Task {
  if (task.paths.length === 0 || rootOf(files[0]?.path ?? '') === null) return task;
  const roots = [...new Set(files.map(({ path }) => rootOf(path)))];
  const paths = task.paths.flatMap((path) => {
    const own = roots.filter((root) => root !== null && task.text.includes(`${root}:${path}`));
    return own.length === 0 ? [path] : own.map((root) => `${root}:/${path}`);
  });
  return { ...task, paths };
}

/** How strongly the task's path-like words point at each file. */
export function mentionScores(paths: readonly string[], lookup: PathLookup): Map<number, number> {
  const scores = new Map<number, number>();
  for (const path of paths) {
    const { files, depth } = lookup.find(path);
    if (depth === 0 || (depth === 1 && BARE_NAMES.has(path.toLowerCase().split('/').at(-1) ?? '')))
      continue;
    const score = (depth >= 2 ? SEVERAL_PARTS : ONE_PART) / Math.sqrt(files.length);
    for (const file of files) scores.set(file, Math.max(score, scores.get(file) ?? 0));
  }
  return scores;
}

export interface FrameHit {
  readonly file: number;
  readonly frame: Frame;
  readonly score: number;
}

/** Python prints the innermost frame last, all others print it first. */
const INNERMOST_LAST = /\.pyx?$/;
const fromInnermost = (frames: readonly Frame[]): readonly Frame[] =>
  frames.some(({ path }) => INNERMOST_LAST.test(path)) ? [...frames].reverse() : frames;

/** Frames that lie in the project, the innermost strongest. */
export function frameHits(frames: readonly Frame[], lookup: PathLookup): FrameHit[] {
  const hits: FrameHit[] = [];
  let rank = 0;
  for (const frame of fromInnermost(frames)) {
    const { files, depth, isCompiled } = lookup.find(frame.path);
    if (depth === 0 || (depth === 1 && files.length > 1)) continue;
    const score = 1 / (1 + FRAME_DECAY * rank) / Math.sqrt(files.length);
    const told = isCompiled ? { ...frame, line: 0 } : frame;
    for (const file of files) hits.push({ file, frame: told, score });
    rank++;
  }
  return hits;
}
