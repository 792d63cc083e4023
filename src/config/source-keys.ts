import type { NumberKey, PlainKey, Section } from './key-spec.ts';

/* Keys of `[sources.*]` and `[index]`; see keys.ts. */

/** The keys all six sources share, and their own. */
interface Source<S extends Section> {
  readonly help: string;
  readonly keys: {
    readonly enabled: PlainKey<boolean>;
    readonly threshold: NumberKey;
    readonly max_tokens: NumberKey;
    readonly paths: PlainKey<readonly string[]>;
  } & S['keys'];
}

/** `found` says what belongs to it anyway. */
const source = <S extends Section>({ help, found, keys }: S & { found: string }): Source<S> => ({
  help,
  keys: {
    enabled: { default: true, help: 'Use this source.' },
    threshold: {
      range: [0, 0, 1],
      help: 'Least relevance of an item from this source, where it is more than relevance.thresholds.include_minimum.',
    },
    max_tokens: {
      whole: [0, 0, 100_000_000],
      help: 'Maximum number of tokens for this source; 0 for no separate limit.',
    },
    paths: {
      default: [],
      help: `Additional files of this source, as globs relative to the root. ${found}`,
    },
    ...keys,
  },
});

const conversation = {
  help: 'What was said: chat transcripts.',
  found:
    'Transcripts under .sheaf/conversations and exports of the usual programs are found without it.',
  keys: {
    recent_messages_verbatim: {
      whole: [10, 0, 100_000],
      help: 'Number of most recent messages to keep verbatim.',
    },
    home_transcripts: {
      default: false,
      guard: 'user',
      help: "Also use transcripts of coding agents that lie in your home folder and belong to this project: Claude Code's and Codex's sessions.",
    },
    compress_older: {
      default: true,
      help: 'Shorten older messages that do not fit. If false, they are included verbatim or not at all.',
    },
  },
} as const;

const research = {
  help: 'What was found out: notes, saved searches, fetched pages.',
  found: 'Notes under .sheaf/research and docs/research are found without it.',
  keys: {
    include_web_searches: { default: true, help: 'Use saved searches and fetched pages.' },
    include_agent_outputs: { default: true, help: 'Use the output of earlier agent runs.' },
  },
} as const;

const documentation = {
  help: 'What was written down: prose, decision records, API descriptions.',
  found: 'Documentation formats are found without it.',
  keys: {
    always_include: {
      default: ['project.md', 'conventions.md'],
      help: 'Files to include in the context of every task, as globs, in addition to AGENTS.md, CLAUDE.md, README and CONTRIBUTING. A flow holds only what was gathered or added.',
    },
  },
} as const;

const code = {
  help: 'The program itself.',
  found: 'Source files are found without it.',
  keys: {
    include_types: { default: true, help: 'Use files that only declare types.' },
    include_tests: { default: true, help: 'Use tests.' },
    include_imports: {
      default: true,
      help: 'Follow imports, if relevance.factors.dependency_depth has a weight.',
    },
  },
} as const;

const deployment = {
  help: 'How it runs: environments, manifests, pipelines.',
  found: 'The usual files are found without it.',
  keys: {
    include_env_configs: { default: true, help: 'Use .env files; only names, never values.' },
    include_k8s: { default: true, help: 'Use Kubernetes and Helm files.' },
    redact_secrets: {
      default: true,
      values: [true],
      help: 'Replace secret values by their names before anything is stored. This cannot be turned off: a secret that has reached an index or a prompt cannot be taken back.',
    },
  },
} as const;

const logs = {
  help: 'What happened: log files.',
  found: '*.log files and logs folders are found without it.',
  keys: {
    log_window_hours: {
      whole: [24, 1, 876_000],
      help: 'Read only entries from the last hours of a log, counted back from its newest entry. A log of at most 400 lines keeps all, unless fewer than 24 hours are set.',
    },
    filter_noise: { default: true, help: 'Leave out parts of a log that only repeat others.' },
    max_bytes: {
      whole: [8_388_608, 1024, 4_294_967_296],
      guard: 'lower',
      help: 'Maximum number of bytes to read from the end of a log.',
    },
  },
} as const;

export const SOURCES = {
  help: 'The six places context comes from.',
  keys: {
    conversation: source(conversation) as Source<typeof conversation>,
    research: source(research) as Source<typeof research>,
    documentation: source(documentation) as Source<typeof documentation>,
    code: source(code) as Source<typeof code>,
    deployment: source(deployment) as Source<typeof deployment>,
    logs: source(logs) as Source<typeof logs>,
  },
} as const;

export const INDEX = {
  help: 'What to index and what to keep.',
  keys: {
    max_file_bytes: {
      whole: [2_097_152, 1024, 4_294_967_296],
      guard: 'lower',
      help: 'Files larger than this are left out; logs have their own limit.',
    },
    ignore: { default: [], help: 'Additional files to leave out, as .gitignore patterns.' },
    states_kept: {
      whole: [10, 1, 10_000],
      help: 'Number of states (commits, work trees) to keep in the index; `sheaf index gc` removes older ones.',
    },
    contexts_kept: {
      whole: [100, 0, 10_000],
      help: 'Number of assembled contexts to keep in the index, so that a command that is given again on unchanged files need not assemble again; 0 for none.',
    },
    history_commits: {
      whole: [50_000, 0, 10_000_000],
      guard: 'lower',
      help: 'Maximum number of commits to read from the history, newest first; 0 for none.',
    },
  },
} as const;
