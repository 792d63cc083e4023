import { removable, withoutComments } from '../text/code/strip.ts';
import { isWritten } from './defaults.ts';
import { bestFirst, fill, rankEach } from './fit.ts';
import type { Cell, Draft, Item } from './item.ts';
import { type Setting, settingsOf } from './settings.ts';

/** Settings that say most about what runs where. */
const TELLING =
  /^(?:kind|name|namespace|image|repository|tag|replicas|replicaCount|ports?|containerPort|targetPort|nodePort|hosts?|path|command|args|entrypoint|cpu|memory|schedule|mountPath|secretName|configMap|build|depends_on|FROM|EXPOSE|CMD|ENTRYPOINT|ENV|ARG|USER|runs-on|on|uses|run|script|stage|needs|source|version|server_name|listen|proxy_pass|upstream|ExecStart|After|User|Environment|region|bucket|instance_type|engine|ami|type|provider|resource|module|environment|value|valueFrom|services|volumes|networks|hosts)$/;
const DEEPEST_PATH = 41;
const TELLS = 1;
const DEPTH = 0.15;

/** Lines that stay when defaults go: what was only there to hold defaults goes too. */
function withoutDefaults(settings: readonly Setting[]): Set<number> {
  const held = new Set<number>();
  const children = new Map<number, number>();
  for (const { parent } of settings) children.set(parent, (children.get(parent) ?? 0) + 1);
  for (let i = settings.length - 1; i >= 0; i--) {
    const setting = settings[i];
    if (setting === undefined) continue;
    // The first key of a list's entry carries the entry.
    const isLeaf = (children.get(i) ?? 0) === 0;
    const emptied = !isLeaf && !held.has(i) && setting.value === '' && !setting.entry;
    if (setting.default && !setting.entry && (isLeaf || !held.has(i))) continue;
    if (emptied) continue;
    held.add(i);
    held.add(setting.parent);
  }
  held.delete(-1);
  return held;
}

/** A manifest without comments, the lines of it that stay without defaults, and what each of them says. */
type Manifest = ReturnType<typeof readManifest>;

function readManifest({ facts }: Item) {
  const comments = removable(facts.text, facts.shape.language);
  const settings = settingsOf(facts, withoutComments(facts.text, comments));
  const kept = withoutDefaults(settings);
  const { kind } = facts.shape;
  const isOwn = (i: number): boolean =>
    kept.has(i) && !upFrom(settings, i).some(([, { key, indent }]) => isWritten(kind, key, indent));
  /** The line of a setting; null where it is a default, or written by a cluster. */
  const lineOf = (i: number): string | null =>
    isOwn(i) ? (settings[i]?.text.trimEnd() ?? null) : null;
  return { comments: comments.length, settings, kept, lineOf };
}

function light(item: Item): Draft {
  const { comments, settings, lineOf } = readManifest(item);
  const out = settings.map((_, i) => lineOf(i)).filter((line) => line !== null);
  const defaults = settings.length - out.length;
  return { text: `${out.join('\n')}\n`, kinds: { comments, defaults } };
}

/** A setting and all it lies inside, innermost first, with their places. */
function upFrom(settings: readonly Setting[], index: number): [number, Setting][] {
  const found: [number, Setting][] = [];
  for (let i = index, setting = settings[i]; setting !== undefined; setting = settings[i]) {
    found.push([i, setting]);
    i = setting.parent < i ? setting.parent : -1;
  }
  return found;
}

function worthOf(item: Item, settings: readonly Setting[]): number[] {
  const texts = settings.map(({ text }) => text);
  const ranked = rankEach(texts, item);
  const asks = item.task !== undefined;
  return settings.map(
    ({ key, indent }, i) =>
      (TELLING.test(key) ? TELLS : 0) +
      (asks ? 1.5 * (ranked[i] ?? 0) : 0) -
      DEPTH * Math.min(8, indent / 2),
  );
}

/** The lines worth most, as they are written; where they nest, each inside all it lies in. */
const chosen =
  (
    nests: boolean,
    writing: (manifest: Manifest) => (index: number, line: string) => string,
  ): Cell =>
  (item, target, count) => {
    const manifest = readManifest(item);
    const { comments, settings, kept, lineOf } = manifest;
    const written = writing(manifest);
    const rows = settings.map((_, i) => {
      const line = lineOf(i);
      return line === null ? '' : written(i, line);
    });
    const order = bestFirst(worthOf(item, settings)).filter((i) => rows[i] !== '');
    const costs = rows.map((row) => count(row) + 1);
    const filled = fill(order, costs, target, count, (taken) => {
      const shown = new Set(taken);
      for (const i of nests ? taken : []) for (const [up] of upFrom(settings, i)) shown.add(up);
      const out = rows.filter((row, i) => shown.has(i) && row !== '');
      const left = order.length - out.length;
      return `${[...out, ...(left > 0 ? [`# … ${left} lines left out`] : [])].join('\n')}\n`;
    });
    const taken = filled.kept.size;
    return {
      text: taken === 0 ? '' : filled.text,
      kinds: { comments, settings: order.length - taken, defaults: settings.length - kept.size },
    };
  };

/** The path of a setting through all it lies inside. */
function pathOf(settings: readonly Setting[], index: number): string {
  const keys = upFrom(settings, index).flatMap(([i, { key, entry, value }]) => {
    // The first key of a list's entry holds its own value, not the keys beside it.
    const beside = i !== index && entry && value !== '';
    return key === '' || beside ? [] : [key];
  });
  return keys.slice(0, DEEPEST_PATH).reverse().join('.');
}

/** A path and a value a line, of what differs from the defaults. */
function differences({ settings }: Manifest): (index: number, line: string) => string {
  const parents = new Set(settings.map(({ parent }) => parent));
  return (i, line) => {
    const setting = settings[i];
    if (setting === undefined || setting.default) return '';
    // A document's border stays, or settings of two resources would run together.
    if (line === '---') return line;
    if (setting.key === '')
      return parents.has(i)
        ? ''
        : `${pathOf(settings, setting.parent)}: ${line.trim()}`.replace(/^: /, '');
    if (setting.value === '' && parents.has(i)) return '';
    return `${pathOf(settings, i)}: ${setting.value}`.trimEnd();
  };
}

export const deploymentCells: readonly [Cell, Cell, Cell] = [
  light,
  // What each resource is and runs, in its place.
  chosen(true, () => (_, line) => line),
  chosen(false, differences),
];
