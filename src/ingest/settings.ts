import type { Config } from '../config/defaults.ts';
import { SheafError } from '../model/errors.ts';
import { type BuiltInSource, REASONS, SOURCES } from '../model/shape.ts';
import type { State } from '../model/state.ts';
import { ANALYSER_VERSION } from '../model/version.ts';
import { NO_SOURCES, type OwnSources, type SourceSettings } from '../ports/source.ts';
import { ALLOW_ALL, type Allow } from '../redact/allow.ts';
import { matchesGlobs } from '../text/paths/globs.ts';
import { insideRoot } from '../text/paths/roots.ts';

export interface IngestSettings {
  readonly sources: Readonly<Record<BuiltInSource, SourceSettings & { readonly enabled: boolean }>>;
  readonly maxFileBytes: number;
  readonly maxLogBytes: number;
  readonly maxTranscriptBytes: number;
  readonly ignore: readonly string[];
  readonly historyCommits: number;
  readonly own: OwnSources;
  /** What the user says is no secret. */
  readonly allow: Allow & { readonly paths: readonly string[] };
  /** Names all that decides what a file is: a state made under other settings is not reused file by file. */
  readonly fingerprint: string;
}

/** Transcripts and saved pages are long by nature. */
const TRANSCRIPT_BYTES = 64 * 1024 * 1024;

export function ingestSettings(config: Config, own: OwnSources = NO_SOURCES): IngestSettings {
  const { sources, index, secrets } = config;
  const allow = {
    rules: secrets.allow_rules,
    fingerprints: secrets.allow_fingerprints,
    paths: secrets.allow_paths,
  };
  const settings = Object.fromEntries(
    SOURCES.map((name) => [
      name,
      {
        enabled: sources[name].enabled,
        paths: sources[name].paths,
        alwaysInclude: sources.documentation.always_include,
        windowHours: sources.logs.log_window_hours,
      },
    ]),
  ) as Record<BuiltInSource, SourceSettings & { enabled: boolean }>;
  const wrong = allow.fingerprints.find((word) => !/^[0-9a-f]{16}$/.test(word));
  if (wrong !== undefined) {
    const hint = 'the last word of a line of sheaf secrets scan is one';
    throw new SheafError('config', `"secrets.allow_fingerprints" holds "${wrong}"`, hint);
  }
  const limits = {
    maxFileBytes: index.max_file_bytes,
    maxLogBytes: sources.logs.max_bytes,
    maxTranscriptBytes: TRANSCRIPT_BYTES,
    ignore: index.ignore,
  };
  return {
    sources: settings,
    ...limits,
    historyCommits: index.history_commits,
    own,
    allow,
    fingerprint: JSON.stringify([
      ANALYSER_VERSION,
      settings,
      limits,
      allow,
      // What can be left out decides what is left out.
      Object.keys(REASONS),
      ...own.adapters.map(({ name, version }) => [name, version]),
    ]),
  };
}

/** Patterns of sources that no file matches, in sentences: what lies outside the root never does. */
export function idlePaths({ files }: Pick<State, 'files'>, { sources }: Config): string[] {
  return SOURCES.flatMap((name) =>
    sources[name].paths
      .filter((glob) => !files.some(({ path }) => matchesGlobs(insideRoot(path), [glob])))
      .map((glob) => {
        const isOutside = /^(?:~|\.\.(?:\/|$)|[A-Za-z]:[\\/])/.test(glob);
        const why = isOutside ? 'it lies outside the root' : 'patterns are relative to the root';
        return `sources.${name}.paths: ${JSON.stringify(glob)} matches no file; ${why}.`;
      }),
  );
}

/** What is allowed in one file; undefined for most. */
export function allowedIn(path: string, { allow }: IngestSettings): Allow | undefined {
  const { paths, ...others } = allow;
  if (matchesGlobs(insideRoot(path), paths)) return ALLOW_ALL;
  return others.rules.length + others.fingerprints.length === 0 ? undefined : others;
}
