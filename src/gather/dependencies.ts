import { countTerms } from '../math/terms.ts';
import type { Task } from '../model/task.ts';

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
