import { remembered } from '../math/memo.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import { byPriority } from './chunks.ts';

/** A piece of code as names see it. */
export interface NamedPiece {
  readonly chunk: RankedChunk;
  readonly facts: Facts;
  readonly isTest: boolean;
}

/** How strongly the best pieces lead to another one: it defines what they use, uses what they define, or tests it; from 0 to 1. */
export interface Lead {
  readonly defines: number;
  readonly uses: number;
  readonly tests: number;
}
export const NO_LEAD: Lead = { defines: 0, uses: 0, tests: 0 };

/** Through which name a piece leads to another one. */
export interface NameLink {
  readonly name: string;
  readonly from: RankedChunk;
  readonly to: RankedChunk;
  readonly relation: keyof Lead;
  readonly strength: number;
}

/** Shorter names stand for too much. */
const SHORTEST_NAME = 3;
/** A name that so many pieces use, or that is defined more often, leads nowhere in particular. */
const MOST_USERS = 20;
const MOST_DEFINITIONS = 2;
const MOST_OWN_DEFINITIONS = 3;
const RARITY = 0.15;
/** A piece that names many others, such as a list of all handlers, leads to the few that fit the task best. */
const MOST_LINKS: Readonly<Record<keyof Lead, number>> = { defines: 4, uses: 3, tests: 3 };

const rarity = (users: number): number => 1 / (1 + RARITY * Math.log(Math.max(1, users / 2)));

export interface Seed {
  readonly piece: NamedPiece;
  /** From 0 to 1. */
  readonly strength: number;
}

/** Where the names of some pieces lead. */
export function leadsAmong(
  pieces: readonly NamedPiece[],
  seeds: readonly Seed[],
): Map<RankedChunk, Lead> {
  const leads = new Map<RankedChunk, Lead>();
  for (const { to, relation, strength } of nameLinks(pieces, seeds)) {
    const known = leads.get(to) ?? NO_LEAD;
    if (strength > known[relation]) leads.set(to, { ...known, [relation]: strength });
  }
  return leads;
}

/** Follows the names of some pieces to others. */
export function nameLinks(pieces: readonly NamedPiece[], seeds: readonly Seed[]): NameLink[] {
  const definedIn = definedNames();
  const { definers, users, usedBy } = namesOf(pieces, definedIn);
  return seeds.flatMap(({ piece, strength }) => {
    const links: NameLink[] = [];
    const own = definedIn(piece);
    const link = (
      name: string,
      { chunk: to }: NamedPiece,
      relation: keyof Lead,
      count: number,
    ): void => {
      const made = { name, from: piece.chunk, to, relation, strength: strength * rarity(count) };
      if (to !== piece.chunk) links.push(made);
    };
    for (const name of usedBy.get(piece) ?? []) {
      const defining = definers.get(name) ?? [];
      const here = defining.filter(({ chunk }) => chunk.path === piece.chunk.path);
      const meant = here.length > 0 ? here : defining;
      const count = users.get(name)?.length ?? 0;
      if (own.includes(name) || meant.length > MOST_DEFINITIONS || count > MOST_USERS) continue;
      for (const other of meant) link(name, other, 'defines', count);
    }
    for (const name of own) {
      const using = users.get(name) ?? [];
      const isCommon = (definers.get(name)?.length ?? 0) > MOST_OWN_DEFINITIONS;
      if (name.length <= SHORTEST_NAME || isCommon || using.length > MOST_USERS) continue;
      for (const other of using) link(name, other, other.isTest ? 'tests' : 'uses', using.length);
    }
    return strongest(links);
  });
}

/** Of each relation, the links to the best few pieces. */
function strongest(links: readonly NameLink[]): NameLink[] {
  const order = [...links].sort(
    (a, b) => b.strength - a.strength || b.to.words - a.to.words || byPriority(a.to, b.to),
  );
  const reached = new Map<keyof Lead, Set<RankedChunk>>();
  return order.filter(({ relation, to }) => {
    const known = reached.get(relation) ?? new Set();
    reached.set(relation, known);
    if (known.size < MOST_LINKS[relation]) known.add(to);
    return known.has(to);
  });
}

type Defined = (piece: NamedPiece) => readonly string[];

/** The names a piece defines. What it gets by an import from elsewhere is defined there, though some languages keep it in a variable. */
function definedNames(): Defined {
  const importedIn = remembered(({ imports, definitions }: Facts): ReadonlySet<string> => {
    const lines = new Set(imports.map(({ line }) => line));
    return new Set(definitions.filter(({ line }) => lines.has(line)).map(({ name }) => name));
  });
  return ({ chunk, facts }) => {
    const names = facts.chunks[chunk.sequence]?.names ?? [];
    const imported = importedIn(facts);
    return imported.size === 0 ? names : names.filter((name) => !imported.has(name));
  };
}

interface Names {
  /** The pieces, tests apart, that define a name. */
  readonly definers: ReadonlyMap<string, readonly NamedPiece[]>;
  readonly users: ReadonlyMap<string, readonly NamedPiece[]>;
  readonly usedBy: ReadonlyMap<NamedPiece, ReadonlySet<string>>;
}

function namesOf(pieces: readonly NamedPiece[], definedIn: Defined): Names {
  const definers = new Map<string, NamedPiece[]>();
  const users = new Map<string, NamedPiece[]>();
  const usedBy = new Map<NamedPiece, Set<string>>();
  const add = (to: Map<string, NamedPiece[]>, name: string, piece: NamedPiece): void => {
    const known = to.get(name);
    if (known === undefined) to.set(name, [piece]);
    else known.push(piece);
  };
  const byFile = new Map<Facts, NamedPiece[]>();
  for (const piece of pieces) {
    const own = byFile.get(piece.facts);
    if (own === undefined) byFile.set(piece.facts, [piece]);
    else own.push(piece);
    if (piece.isTest) continue;
    for (const name of new Set(definedIn(piece))) {
      if (name.length >= SHORTEST_NAME) add(definers, name, piece);
    }
  }
  for (const [{ references }, own] of byFile) {
    const ofLine: NamedPiece[] = [];
    for (const piece of own) {
      for (let line = piece.chunk.firstLine; line <= piece.chunk.lastLine; line++)
        ofLine[line] = piece;
    }
    for (const { name, line } of references) {
      if (name.length < SHORTEST_NAME) continue;
      const piece = ofLine[line];
      if (piece === undefined) continue;
      const used = usedBy.get(piece) ?? new Set();
      if (used.has(name)) continue;
      usedBy.set(piece, used.add(name));
      add(users, name, piece);
    }
  }
  return { definers, users, usedBy };
}
