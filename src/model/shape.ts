/** The six places context comes from without further ado (SR-1). */
export const SOURCES = [
  'conversation',
  'research',
  'documentation',
  'code',
  'deployment',
  'logs',
] as const;
export type BuiltInSource = (typeof SOURCES)[number];
/** One of the six, or a source that an author has added. */
export type SourceName = BuiltInSource | (string & {});

/**
 * What a file is, as far as its path and first bytes tell. Facts are keyed by content *and* shape:
 * the same bytes analysed as prose or as a transcript give different facts, so nothing but the
 * shape may carry knowledge of the path or the configuration into an analysis.
 */
export interface Shape {
  readonly source: SourceName;
  /**
   * code: source example test config build style markup data types · documentation: prose decision api
   * · conversation: claude-code codex chatgpt slack markdown plain · research: note search page
   * · deployment: env dockerfile compose kubernetes helm terraform ci nginx systemd
   * · logs: plain jsonl logfmt
   */
  readonly kind: string;
  /** Lower-case language name such as `python`, `typescript`, `markdown`, `yaml`; `text` if unknown. */
  readonly language: string;
  /** Settings that change the analysis, such as `window=24`; empty for most. */
  readonly options: string;
}

export const shapeKey = (shape: Shape): string =>
  `${shape.source}/${shape.kind}/${shape.language}${shape.options === '' ? '' : `?${shape.options}`}`;

/** Kinds of code that a program is written in, apart from its tests. */
export const CODE_KINDS: readonly string[] = ['source', 'example', 'types'];

/** Why a file is not read into the index, or only as a stub. Each has a sentence for people. */
export const REASONS = {
  binary: 'binary content',
  oversized: 'larger than the size limit',
  empty: 'no content',
  special: 'not a regular file (pipe, socket or device)',
  symlink: 'a link; its target is indexed at its own path',
  'symlink-outside': 'a link that leaves the workspace',
  'symlink-broken': 'a link whose target is missing or loops',
  submodule: 'a git submodule',
  'nested-repository': 'a git repository of its own',
  unreadable: 'could not be read',
  'secret-name': 'its name holds a secret',
  'too-deep': 'nested too deep',
  ignored: 'excluded by an ignore file',
  disabled: 'its source is turned off',
  'own-output': 'written by Sheaf: a prompt, a plan or a report',
  generated: 'generated code',
  minified: 'minified code',
  vendored: 'third-party code kept in the tree',
  lock: 'a lock file',
  data: 'data, not prose or code',
  translation: 'a translation catalogue',
} as const;
export type Reason = keyof typeof REASONS;

/** Left-out files are only counted; stubbed ones stay findable by path, with size and line count. */
export const STUB_REASONS: readonly Reason[] = [
  'generated',
  'minified',
  'vendored',
  'lock',
  'data',
  'translation',
];

export const isBuiltIn = (name: string): name is BuiltInSource =>
  (SOURCES as readonly string[]).includes(name);

/** Whose settings and rules hold for a source: its own, or, for one that was added, those of documentation. */
export const familyOf = (name: SourceName): BuiltInSource =>
  isBuiltIn(name) ? name : 'documentation';
