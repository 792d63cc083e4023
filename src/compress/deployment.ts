import { rankStatements } from '../math/extract.ts';
import { isWritten } from './defaults.ts';
import { fill } from './fit.ts';
import type { Cell, Count, Draft, Item } from './item.ts';
import { type Setting, settingsOf, uncommented } from './settings.ts';

/** Settings that say most about what runs where. */
const TELLING =
  /^(?:kind|name|namespace|image|replicas|ports?|containerPort|targetPort|nodePort|hosts?|path|command|args|entrypoint|cpu|memory|schedule|mountPath|secretName|configMap|build|depends_on|FROM|EXPOSE|CMD|ENTRYPOINT|ENV|ARG|USER|runs-on|on|uses|run|script|stage|needs|source|version|server_name|listen|proxy_pass|upstream|ExecStart|After|User|Environment|region|bucket|instance_type|engine|ami|type|provider|resource|module|environment|value|valueFrom|services|volumes|networks|hosts)$/;
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

function light(item: Item): Draft {
  const { text, comments } = uncommented(item.facts);
  const settings = settingsOf(item.facts, text);
  const gone = new Set<number>();
  const kept = withoutDefaults(settings);
  settings.forEach((_, i) => {
    const written = ancestorWritten(settings, i, item.facts.shape.kind);
    if (!kept.has(i) || written) gone.add(i);
  });
  const out = settings.filter((_, i) => !gone.has(i)).map(({ text: line }) => line.trimEnd());
  return { text: `${out.join('\n')}\n`, kinds: { comments, defaults: gone.size } };
}

/** Whether a cluster wrote this line, or one it lies inside. */
function ancestorWritten(settings: readonly Setting[], index: number, kind: string): boolean {
  for (let i = index; i >= 0; ) {
    const setting = settings[i];
    if (setting === undefined) return false;
    if (isWritten(kind, setting.key, setting.indent)) return true;
    if (setting.parent >= i) return false;
    i = setting.parent;
  }
  return false;
}

function worthOf(item: Item, settings: readonly Setting[]): number[] {
  const ranked = rankStatements(
    settings.map(({ text }, paragraph) => ({ text, paragraph })),
    item.task ?? '',
  );
  const asks = item.task !== undefined;
  return settings.map(
    ({ key, indent }, i) =>
      (TELLING.test(key) ? TELLS : 0) +
      (asks ? 1.5 * (ranked[i] ?? 0) : 0) -
      DEPTH * Math.min(8, indent / 2),
  );
}

interface Fitted {
  readonly text: string;
  readonly left: number;
}

/** The lines worth most, each inside all it lies in. */
function fitted(
  settings: readonly Setting[],
  worth: readonly number[],
  target: number,
  count: Count,
  lineOf: (index: number) => string,
  nests: boolean,
): Fitted {
  const order = settings
    .map((_, i) => i)
    .filter((i) => lineOf(i) !== '')
    .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);
  const rows = settings.map((_, i) => lineOf(i));
  const costs = rows.map((row) => count(row) + 1);
  const filled = fill(order, costs, target, count, (kept) => {
    const shown = new Set(kept);
    if (nests) {
      for (const i of kept) {
        let up = settings[i]?.parent ?? -1;
        while (up >= 0 && !shown.has(up)) {
          shown.add(up);
          up = settings[up]?.parent ?? -1;
        }
      }
    }
    const out = rows.filter((row, i) => shown.has(i) && row !== '');
    const left = order.length - out.length;
    return `${[...out, ...(left > 0 ? [`# … ${left} lines left out`] : [])].join('\n')}\n`;
  });
  const kept = filled?.kept.size ?? 0;
  return { text: kept === 0 ? '' : (filled?.text ?? ''), left: order.length - kept };
}

/** Medium: what each resource is and runs, in its place. */
function summarised(item: Item, target: number, count: Count): Draft {
  const { text, comments } = uncommented(item.facts);
  const all = settingsOf(item.facts, text);
  const { kind } = item.facts.shape;
  const kept = withoutDefaults(all);
  const lineOf = (i: number): string => {
    const setting = all[i];
    if (setting === undefined || !kept.has(i) || ancestorWritten(all, i, kind)) return '';
    return setting.text.trimEnd();
  };
  const { text: out, left } = fitted(all, worthOf(item, all), target, count, lineOf, true);
  return { text: out, kinds: { comments, settings: left, defaults: all.length - kept.size } };
}

/** The path of a setting through all it lies inside. */
function pathOf(settings: readonly Setting[], index: number): string {
  const keys: string[] = [];
  for (let i = index; i >= 0; ) {
    const setting = settings[i];
    if (setting === undefined || keys.length > 40) break;
    // The first key of a list's entry holds its own value, not the keys beside it.
    const beside = i !== index && setting.entry && setting.value !== '';
    if (setting.key !== '' && !beside) keys.push(setting.key);
    i = setting.parent < i ? setting.parent : -1;
  }
  return keys.reverse().join('.');
}

/** Heavy: what differs from the defaults, a path and a value a line. */
function differences(item: Item, target: number, count: Count): Draft {
  const { text, comments } = uncommented(item.facts);
  const all = settingsOf(item.facts, text);
  const { kind } = item.facts.shape;
  const kept = withoutDefaults(all);
  const parents = new Set(all.map(({ parent }) => parent));
  const lineOf = (i: number): string => {
    const setting = all[i];
    if (setting === undefined || !kept.has(i) || setting.default) return '';
    if (ancestorWritten(all, i, kind)) return '';
    // A document's border stays, or settings of two resources would run together.
    if (/^---\s*$/.test(setting.text)) return '---';
    if (setting.key === '')
      return parents.has(i)
        ? ''
        : `${pathOf(all, setting.parent)}: ${setting.text.trim()}`.replace(/^: /, '');
    if (setting.value === '' && parents.has(i)) return '';
    return `${pathOf(all, i)}: ${setting.value}`.trimEnd();
  };
  const { text: out, left } = fitted(all, worthOf(item, all), target, count, lineOf, false);
  return { text: out, kinds: { comments, settings: left, defaults: all.length - kept.size } };
}

export const deploymentCells: readonly [Cell, Cell, Cell] = [light, summarised, differences];
