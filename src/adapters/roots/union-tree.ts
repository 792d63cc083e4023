import { byCodePoint } from '../../math/order.ts';
import type { Listing, Remembered, Tree } from '../../ports/tree.ts';
import { commitsIn, joinedCommit, rootOf, rootPrefix } from '../../text/paths/roots.ts';

/** A tree among others. */
export interface NamedTree {
  readonly name: string;
  readonly tree: Tree;
  /** What paths begin with that belong to other trees. */
  readonly foreign: readonly string[];
}

/** Each tree is listed by a few processes of its own; more at once would only wait for each other. */
const AT_ONCE = 4;

/** Several trees as one, in which each is a folder. */
export function unionTree(trees: readonly NamedTree[]): Tree {
  const parts = trees
    .map((part) => ({ ...part, prefix: rootPrefix(part.name) }))
    .sort((a, b) => byCodePoint(a.prefix, b.prefix));
  const partOf = (path: string): (typeof parts)[number] | undefined => {
    const name = rootOf(path);
    return parts.find((part) => part.name === name);
  };
  return {
    roots: parts.map(({ prefix }) => prefix),
    async list(signal, before = null) {
      const listed: (readonly [name: string, own: Listing])[] = [];
      for (let at = 0; at < parts.length; at += AT_ONCE) {
        const some = parts.slice(at, at + AT_ONCE).map(async (part) => {
          const listing = await part.tree.list(signal, before && rememberedOf(before, part.name));
          return [part.name, namedListing(listing, part)] as const;
        });
        listed.push(...(await Promise.all(some)));
      }
      const own = listed.map(([, listing]) => listing);
      const commits = listed.flatMap(([name, { commit }]) =>
        commit === null ? [] : [[name, commit] as const],
      );
      const memories = listed.filter(([, { memory }]) => memory !== '');
      return {
        entries: own.flatMap(({ entries }) => entries),
        leftOut: own.flatMap(({ leftOut }) => leftOut),
        commit: commits.length === 0 ? null : joinedCommit(commits),
        memory:
          memories.length === 0
            ? ''
            : JSON.stringify(Object.fromEntries(memories.map(([n, { memory }]) => [n, memory]))),
      };
    },
    async *read(entries, limitOf, signal) {
      for (let at = 0; at < entries.length; ) {
        const part = partOf(entries[at]?.path ?? '');
        let end = at + 1;
        while (end < entries.length && partOf(entries[end]?.path ?? '') === part) end++;
        const some = entries.slice(at, end);
        at = end;
        if (part === undefined) {
          for (const { path } of some)
            yield { kind: 'left-out', path, reason: 'unreadable', detail: 'ENOENT' } as const;
          continue;
        }
        const { prefix, tree } = part;
        const own = some.map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }));
        const named = (path: string): string => prefix + path;
        for await (const result of tree.read(own, (path) => limitOf(named(path)), signal))
          yield { ...result, path: named(result.path) };
      }
    },
  };
}

/** What lies in other roots is theirs. */
function namedListing(listing: Listing, { name, foreign }: NamedTree): Listing {
  const prefix = rootPrefix(name);
  const isOwn = ({ path }: { readonly path: string }): boolean =>
    !foreign.some((folder) => path.startsWith(folder) || `${path}/` === folder);
  const named = <T extends { readonly path: string }>(items: readonly T[]): T[] =>
    (foreign.length === 0 ? items : items.filter(isOwn)).map((item) => ({
      ...item,
      path: prefix + item.path,
    }));
  return { ...listing, entries: named(listing.entries), leftOut: named(listing.leftOut) };
}

/** What is remembered of one root. */
function rememberedOf(before: Remembered, name: string): Remembered {
  const prefix = rootPrefix(name);
  const own = <T extends { readonly path: string }>(items: readonly T[]): T[] =>
    items
      .filter(({ path }) => path.startsWith(prefix))
      .map((item) => ({ ...item, path: item.path.slice(prefix.length) }));
  const memories = (before.memory === '' ? {} : JSON.parse(before.memory)) as Record<
    string,
    string
  >;
  return {
    files: own(before.files),
    leftOut: own(before.leftOut),
    commit: before.commit === null ? null : (commitsIn(before.commit).get(name) ?? null),
    memory: memories[name] ?? '',
  };
}
