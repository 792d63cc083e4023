/** Stretches of a source, counted from 1, both ends included. */
export interface Span {
  readonly unit: 'lines' | 'bytes';
  readonly ranges: readonly (readonly [number, number])[];
}

/** Where evidence comes from, as the comment at its head says. */
export interface Provenance {
  /** As it stands in `source_uri`, decoded; `file://` and a workspace path for all that Sheaf writes. */
  readonly uri: string;
  /** `sha256:` of the content. */
  readonly cid: string;
  /** Null for a whole file. */
  readonly span: Span | null;
  readonly tags: readonly string[];
  /** Further fields in their order, such as `symbol`, `level`, `tier`. */
  readonly more: Readonly<Record<string, string>>;
}

/** What a person or a program asks for: `file[::range][#tags]` (FL-3). */
export interface Selector {
  /** As it was written, for messages. */
  readonly written: string;
  readonly path: string;
  readonly range: Range | null;
  readonly tags: readonly string[];
}

export interface Range {
  readonly unit: Span['unit'];
  readonly first: number;
  /** Null for all to the end. */
  readonly last: number | null;
}
