import type { Import } from '../model/document.ts';

/** What the graph needs to know of a file. */
export interface GraphFile {
  readonly path: string;
  readonly language: string;
  readonly kind: string;
  readonly imports: readonly Import[];
}

/** A file that says how names are looked up: `package.json`, `tsconfig.json`, `go.mod`, `Cargo.toml` … */
export interface Manifest {
  readonly path: string;
  readonly text: string;
}

/** `from` imports `to` at a line. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** Finds the files an import of a file means; none if it lies outside the tree. */
export type Resolver = (file: GraphFile, imported: Import) => readonly string[];
