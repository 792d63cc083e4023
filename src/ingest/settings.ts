import type { Config } from '../config/defaults.ts';
import { type BuiltInSource, REASONS, SOURCES } from '../model/shape.ts';
import { ANALYSER_VERSION } from '../model/version.ts';
import { NO_SOURCES, type OwnSources, type SourceSettings } from '../ports/source.ts';

export interface IngestSettings {
  readonly sources: Readonly<Record<BuiltInSource, SourceSettings & { readonly enabled: boolean }>>;
  readonly maxFileBytes: number;
  readonly maxLogBytes: number;
  readonly maxTranscriptBytes: number;
  readonly ignore: readonly string[];
  readonly historyCommits: number;
  readonly own: OwnSources;
  /** Names all that decides what a file is: a state made under other settings is not reused file by file. */
  readonly fingerprint: string;
}

/** Transcripts and saved pages are long by nature. */
const TRANSCRIPT_BYTES = 64 * 1024 * 1024;

export function ingestSettings(config: Config, own: OwnSources = NO_SOURCES): IngestSettings {
  const { sources, index } = config;
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
    fingerprint: JSON.stringify([
      ANALYSER_VERSION,
      settings,
      limits,
      // What can be left out decides what is left out.
      Object.keys(REASONS),
      ...own.adapters.map(({ name, version }) => [name, version]),
    ]),
  };
}
