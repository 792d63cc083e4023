import { countTerms } from '../math/terms.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { STOP_WORDS } from '../retrieve/stop-words.ts';

/** What the project stands on is to be changed; code only injects dependencies, or draws their graph. */
const DEPENDENCIES =
  /\b(?:dependenc(?:y|ies)|deps|(?:npm|pip|third[- ]party|outdated|vulnerable) (?:packages?|librar(?:y|ies)|modules?))\b(?!\s+(?:injection|inject|graph|tree|array|inversion|resolution|cycle))/i;
const CHANGED =
  /\b(?:updat\w*|upgrad\w*|bump\w*|pin\w*|outdated|vulnerab\w*|audit\w*|renew\w*|refresh\w*|downgrad\w*|unused|remove)\b/i;
/** Where projects of most languages say what they stand on. */
export const MANIFEST: RegExp =
  /(?:^|\/)(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|requirements(?:[\w.-]*|\/[\w.-]+)\.(?:txt|in)|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|Gemfile|[\w.-]+\.gemspec|composer\.json|mix\.exs|pubspec\.yaml|Package\.swift|[\w.-]+\.csproj|Directory\.Packages\.props)$/;
/** What shows or checks something stands on that. */
export const ASIDE: RegExp =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|samples?|fixtures?|testdata|templates?)\//i;

/** Whether a task is about what the project stands on. */
export const isOnDependencies = (title: string): boolean =>
  DEPENDENCIES.test(title) && CHANGED.test(title);

/** What such a task does with what the project stands on: much code updates and removes something else. */
export const verbOfDependencies = ({ title }: Pick<Task, 'title'>): Iterable<string> =>
  isOnDependencies(title) ? countTerms(CHANGED.exec(title)?.[0] ?? '').keys() : [];

/** Manifests of examples and of what tests read, for such a task: they stand on what they show. */
export const manifestsAside = ({ title }: Pick<Task, 'title'>): ((path: string) => boolean) =>
  isOnDependencies(title) ? (path) => MANIFEST.test(path) && ASIDE.test(path) : () => false;

/** "upgrade react to 19", "migrate from jest to vitest": what stands behind may be something the project depends on. */
const MOVED =
  /\b(?:updat\w*|upgrad\w*|bump\w*|pin\w*|downgrad\w*|unpin\w*|migrat\w*|switch\w*|mov\w*|replac\w*|drop\w*|remov\w*)\s+((?:(?:from|to|with|off|the|our|version|of|dependency|package)\s+|[@\w./-]{2,60}\s*){1,6})/i;
const LINKING = /^(?:from|to|with|off|the|our|version|of|dependency|package|latest|v?\d[\w.]*)$/i;
/** Which part of a long one tells. */
const DECLARES = /dependenc|require|version|\bgem ['"]|==|~=|>=/i;

/**
 * How likely a manifest with what a task changes is changed: 211 of 330 that were the only one, in commits of ten projects whose subject
 * says so. Of several, one is as likely: of six each changed in 46 of 409.
 */
const NEEDED = 0.6;
/** It says what the task is about, changed or not. */
const LEAST = 0.05;

/** The manifests that say what a task changes, each with how likely it is needed; none for other tasks. */
export function manifestsMeant(
  view: StateView,
  { title }: Pick<Task, 'title'>,
): ReadonlyMap<number, number> {
  const tells = tellsOf(title);
  if (tells === null) return new Map();
  const meant = view.state.files.flatMap((entry, file) =>
    isManifestOf(entry) && tells.test(view.facts(entry.content).text) ? [file] : [],
  );
  return new Map(meant.map((file) => [file, Math.max(LEAST, NEEDED / meant.length)]));
}

/** What says what the project itself stands on. */
export const isManifestOf = ({ path, content }: Pick<StateFile, 'path' | 'content'>): boolean =>
  MANIFEST.test(path) && !ASIDE.test(path) && content !== 0;

/** What a piece of a manifest must have to tell of the task; null where the task is about nothing that stands there. */
export function tellsOf(title: string): RegExp | null {
  if (isOnDependencies(title)) return DECLARES;
  const [, said = ''] = MOVED.exec(title) ?? [];
  const isName = (word: string): boolean =>
    /[a-z]/i.test(word) && !LINKING.test(word) && !STOP_WORDS.has(word.toLowerCase());
  const names = said.split(/\s+/).filter(isName);
  if (names.length === 0) return null;
  const own = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  // A name of its own, or the last part of one, with a version: `"@types/node": "^20"`, `rack (~> 2)`, `gin v1.9`, `serde = { version`.
  const versioned = `(?<![\\w-])(?:${own})(?:/v\\d+)?["'>\\]]{0,2}\\s{0,20}(?:[:=,(<>~^]|\\s)\\s{0,20}[{\\["'~^<>=!(v\\s]{0,12}(?:version\\W{0,6})?[~^<>=! ]{0,4}(?:v?\\d|\\*|workspace:|latest)`;
  // Maven and Gradle: a property, a group or an artifact that begins with it, and `group:artifact:1`.
  const property = `<(?:${own})[\\w.-]{0,40}version>`;
  const artifact = `<artifactId>(?:${own})[\\w.-]{0,60}</artifactId>\\s{0,40}<version>`;
  const coordinates = `(?<![\\w-])(?:${own})(?:[\\w.-]{0,60}:)?[\\w.-]{0,60}:v?\\d`;
  return new RegExp([versioned, property, artifact, coordinates].join('|'), 'i');
}
