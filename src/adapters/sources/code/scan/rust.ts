import { newReader } from './reader.ts';
import { newItems } from './rust/items.ts';
import { newMembers } from './rust/members.ts';
import type { Parts, Rust } from './rust/parts.ts';
import { quoted } from './rust/quoted.ts';
import { newStatements } from './rust/statements.ts';
import { newTypes } from './rust/types.ts';
import type { Scanner } from './scanner.ts';
import { END } from './tokens.ts';

/** Reads Rust once: items exactly, statements as far as calls, types, macros and items in them need it. */
function newScanner(): Scanner {
  const rust = newReader(quoted, true) as Omit<Rust, keyof Parts> as Rust;
  Object.assign(rust, newTypes(rust), newMembers(rust), newItems(rust), newStatements(rust));
  return (notes) => {
    rust.open(notes);
    while (!rust.isKind(END)) {
      rust.attributes();
      if (!rust.isKind(END)) rust.declaration();
    }
  };
}

export const scanRust: Scanner = newScanner();
