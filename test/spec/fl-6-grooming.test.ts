import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../src/adapters/flows/disk.ts';
import { byPlace } from '../../src/flow/names.ts';
import type { Flow } from '../../src/flows/flows.ts';
import { SheafError } from '../../src/model/errors.ts';
import { Crash, dyingDisk, type FlowProject, flowProject } from '../support/flow.ts';
import { runs } from '../support/runs.ts';

/** What each file is about. */
const TOPICS = ['alder', 'birch', 'cedar', 'gingko', 'hazel', 'larch', 'maple', 'willow'] as const;
const FILES = Object.fromEntries(
  TOPICS.map((topic, i) => [`src/m${i}.ts`, `export const ${topic} = ${i};\n`]),
);
const topicOf = (n: number): string => TOPICS[n] ?? '';

const evidence = async (flow: Flow): Promise<string[]> =>
  (await flow.parts())
    .filter(({ role }) => role === 'evidence')
    .map(({ file }) => file.slice('ctx/evidence/'.length))
    .sort();

async function withFlow(work: (project: FlowProject) => Promise<void>): Promise<void> {
  const project = await flowProject(FILES);
  try {
    await work(project);
  } finally {
    project.close();
  }
}

describe('FL-6 grooming', () => {
  it('adds in steps of ten, toggles, ranks with a minimal shift, rebases, removes and undoes', () =>
    withFlow(async ({ open }) => {
      const flow = open();
      await flow.add(['src/m0.ts', 'src/m1.ts', 'src/m2.ts'], {});
      await flow.toggle('m1_ts', 'flip');
      expect(await evidence(flow)).toEqual([
        '100_m0_ts.evidence.md',
        '110_m1_ts.evidence.md.skip',
        '120_m2_ts.evidence.md',
      ]);
      const ranked = await flow.rank('e3', 100);
      expect(ranked.notes).toEqual(['100_m0_ts moved to 101 to make room']);
      expect(await evidence(flow)).toEqual([
        '100_m2_ts.evidence.md',
        '101_m0_ts.evidence.md',
        '110_m1_ts.evidence.md.skip',
      ]);
      await flow.rebase();
      expect(await evidence(flow)).toEqual([
        '100_m2_ts.evidence.md',
        '110_m0_ts.evidence.md',
        '120_m1_ts.evidence.md.skip',
      ]);
      await flow.remove('120_m1_ts');
      await flow.undo();
      await flow.undo();
      await flow.undo();
      expect(await evidence(flow)).toEqual([
        '100_m0_ts.evidence.md',
        '110_m1_ts.evidence.md.skip',
        '120_m2_ts.evidence.md',
      ]);
    }));

  it('refuses ranks past 999, lists candidates of an ambiguous name, keeps dry runs dry', () =>
    withFlow(async ({ open, write }) => {
      const flow = open();
      await flow.add(['src/m0.ts'], { rank: 999 });
      await flow.add(['src/m1.ts'], {});
      await expect(flow.rank('m1_ts', 999)).rejects.toThrow('above 999');
      await expect(flow.rank('m1_ts', 1000)).rejects.toThrow('above 999');
      write(`.sheaf/flows/${flow.id}/ctx/evidence/300_m1_ts.evidence.md`, 'by hand\n');
      await expect(flow.toggle('m1_ts', 'off')).rejects.toThrow(
        'e1 100_m1_ts.evidence.md, e2 300_m1',
      );
      const before = await evidence(flow);
      const dry = await flow.toggle('300-399', 'off', true);
      expect(dry).toMatchObject({ dry_run: true, files: ['300_m1_ts.evidence.md.skip'] });
      expect(await evidence(flow)).toEqual(before);
    }));

  it('respects what people do to the files', () =>
    withFlow(async ({ open, root, assemble }) => {
      const flow = open();
      await flow.add(['src/m0.ts', 'src/m1.ts', 'src/m2.ts'], {});
      const folder = join(root, '.sheaf/flows', flow.id, 'ctx/evidence');
      renameSync(join(folder, '100_m0_ts.evidence.md'), join(folder, '100_m0_ts.evidence.md.skip'));
      rmSync(join(folder, '110_m1_ts.evidence.md'));
      writeFileSync(join(folder, 'notes.md'), 'remember the lock\n');
      const { plan, prompt } = await assemble(flow);
      expect(plan.parts.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
        'policy active',
        'request active',
        'm0_ts skipped',
        'm2_ts active',
        'notes active',
      ]);
      expect(prompt).toContain('remember the lock');
      await flow.rank('notes', 105);
      expect(await evidence(flow)).toContain('105_notes.evidence.md');
    }));
});

type Kind = 'add' | 'toggle' | 'remove' | 'rank' | 'focus' | 'focusOff' | 'rebase' | 'undo';
interface Op {
  readonly kind: Kind;
  readonly n: number;
  readonly to: number;
}

const operation: fc.Arbitrary<Op & { readonly dies: number | null }> = fc.record({
  kind: fc.constantFrom<Kind[]>(
    ...(['add', 'add', 'toggle', 'remove', 'rank', 'focus', 'focusOff', 'rebase', 'undo'] as const),
  ),
  n: fc.nat(7),
  to: fc.constantFrom(100, 101, 110, 120, 199, 300, 999),
  dies: fc.option(fc.nat(22), { nil: null, freq: 2 }),
});

const isBand = ({ to }: Op): boolean => to > 110;

/** `there` is how much evidence there is: most names must mean some. */
function run(flow: Flow, { kind, n, to }: Op, there: number): Promise<unknown> {
  const name = `e${(n % Math.max(1, there)) + 1}`;
  switch (kind) {
    case 'add':
      return flow.add([`src/m${n}.ts`], to > 120 ? { rank: to } : {});
    case 'toggle':
      return isBand({ kind, n, to })
        ? flow.toggle('100-199', n > 3 ? 'on' : 'off')
        : flow.toggle(name, 'flip');
    case 'remove':
      return flow.remove(name);
    case 'rank':
      return flow.rank(name, to);
    case 'focus':
      return flow.focus(topicOf(n));
    case 'focusOff':
      return flow.focusOff();
    case 'rebase':
      return flow.rebase();
    case 'undo':
      return flow.undo();
  }
}

/** Every state by kind, focus taken into account: what `focus off` must lead back to. */
const states = async (flow: Flow): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await flow.parts())
      .filter(({ role }) => role === 'evidence')
      .map(({ kind, state }) => [kind, state] as const)
      .sort(),
  );

interface Arrangement {
  /** In order: kind, rank, state and text of each. */
  readonly evidence: readonly {
    readonly kind: string;
    readonly rank: number | null;
    readonly state: string;
    readonly text: string;
  }[];
  readonly focus: string | null;
}

async function arrangement(flow: Flow): Promise<Arrangement> {
  const parts = (await flow.parts()).filter(({ role }) => role === 'evidence').sort(byPlace);
  const evidence = parts.map(({ kind, rank, state, text }) => ({ kind, rank, state, text }));
  return { evidence, focus: (await flow.status()).focus };
}

const kindsOf = ({ evidence: list }: Arrangement): string[] => list.map(({ kind }) => kind);
const textsOf = ({ evidence: list }: Arrangement, but: readonly string[] = []): string[] =>
  list
    .filter(({ kind }) => !but.includes(kind))
    .map(({ kind, text }) => `${kind} ${text}`)
    .sort();

/** Kind, rank and state of each, in order. */
const placesOf = ({ evidence: list }: Arrangement): string[] =>
  list.map(({ kind, rank, state }) => `${rank} ${kind} ${state}`);

type Entry = Arrangement['evidence'][number];
const inOrder = (list: readonly Entry[]): string[] =>
  placesOf({ evidence: list.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)), focus: null });

/** The last rank of the band that new evidence goes to. */
const BAND_END = 199;

/** Those who stand where someone comes give way by one each, as far as they must. */
function givingWay(list: readonly Entry[], at: number, by = 1): Entry[] {
  const moved = new Map<string, number>();
  for (let rank = at; ; rank += by) {
    const here = list.find((entry) => entry.rank === rank);
    if (here === undefined) break;
    moved.set(here.kind, rank + by);
  }
  return list.map((entry) => ({ ...entry, rank: moved.get(entry.kind) ?? entry.rank }));
}

const STEP = 10;

/** What each operation must have made of an arrangement: all of it, or it has been cut in the middle. */
function check(op: Op, before: Arrangement, after: Arrangement): void {
  const target = before.evidence[op.n % Math.max(1, before.evidence.length)]?.kind ?? '';
  const others = before.evidence.filter(({ kind }) => kind !== target);
  if (op.kind !== 'add' && op.kind !== 'remove' && op.kind !== 'undo') {
    expect(textsOf(after)).toEqual(textsOf(before));
  }
  switch (op.kind) {
    case 'add': {
      const [added, ...more] = after.evidence.filter(({ kind }) => !kindsOf(before).includes(kind));
      expect(more).toEqual([]);
      if (added === undefined) {
        // It was there already: it stays where it is, or goes where it was asked to.
        const own = before.evidence.filter(({ kind }) => kind === `m${op.n}_ts`);
        const rest = before.evidence.filter(({ kind }) => kind !== `m${op.n}_ts`);
        const moved = own.map((entry) => ({ ...entry, rank: op.to }));
        expect(textsOf(after, [`m${op.n}_ts`])).toEqual(textsOf(before, [`m${op.n}_ts`]));
        expect(placesOf(after)).toEqual(
          op.to > 120 ? inOrder([...givingWay(rest, op.to), ...moved]) : placesOf(before),
        );
        return;
      }
      expect(textsOf(after, [added.kind])).toEqual(textsOf(before));
      const isFull = before.evidence.some(({ rank }) => rank === BAND_END);
      const end = isFull ? givingWay(before.evidence, BAND_END, -1) : before.evidence;
      const room = op.to > 120 ? givingWay(before.evidence, op.to) : end;
      if (op.to > 120) expect(added.rank).toBe(op.to);
      expect(placesOf(after)).toEqual(inOrder([...room, added]));
      return;
    }
    case 'remove':
      expect(textsOf(after)).toEqual(textsOf(before, [target]));
      expect(placesOf(after)).toEqual(inOrder(others));
      return;
    case 'rank': {
      const own = before.evidence.filter(({ kind }) => kind === target);
      const ranked = own.map((entry) => ({ ...entry, rank: op.to }));
      const isThere = own[0]?.rank === op.to;
      const room = isThere ? others : givingWay(others, op.to);
      expect(placesOf(after)).toEqual(inOrder([...room, ...ranked]));
      return;
    }
    case 'rebase': {
      const bands = new Map<number, number>();
      const rebased = before.evidence.map((entry) => {
        const band = Math.floor((entry.rank ?? 0) / 100) * 100;
        const place = bands.get(band) ?? 0;
        bands.set(band, place + 1);
        return { ...entry, rank: band + place * STEP };
      });
      expect(placesOf(after)).toEqual(inOrder(rebased));
      return;
    }
    case 'toggle': {
      const turned = before.evidence.map((entry) => {
        const flipped = entry.state === 'active' ? 'skipped' : 'active';
        if (!isBand(op)) return entry.kind === target ? { ...entry, state: flipped } : entry;
        const isIn = (entry.rank ?? 0) >= 100 && (entry.rank ?? 0) < 200;
        return isIn ? { ...entry, state: op.n > 3 ? 'active' : 'skipped' } : entry;
      });
      expect(placesOf(after)).toEqual(inOrder(turned));
      return;
    }
    case 'focus': {
      expect(kindsOf(after)).toEqual(kindsOf(before));
      for (const { kind, state } of after.evidence) {
        if (!kind.startsWith(`m${op.n}_ts`)) expect(`${kind} ${state}`).toBe(`${kind} skipped`);
      }
      expect(after.focus).toBe(topicOf(op.n));
      return;
    }
    case 'focusOff':
      expect(after.focus).toBeNull();
      expect(kindsOf(after)).toEqual(kindsOf(before));
      return;
    case 'undo': // what it leads back to is known exactly, see below
      return;
  }
}

/** Memory is as good a disk as any for what we ask; one sequence in ten runs on the real one. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const ON_DISK_EVERY = 10;
/** Files a sequence begins with: an empty flow refuses most of what is asked of it. */
const STARTED_WITH = 4;

/** Changes that can be taken back. One that was taken back may still lie there after a crash. */
function undoNumbers({ root }: FlowProject, { id }: Flow): number[] {
  const folder = join(root, '.sheaf/flows', id);
  const undone = new Set(nodeDisk.list(join(folder, '.groom/redo')).map(Number));
  const numbers = nodeDisk.list(join(folder, '.groom/undo')).map(Number);
  return numbers.filter((number) => !undone.has(number)).sort((x, y) => x - y);
}

/** Drives one sequence and compares with what was there before each step. */
async function sequence(
  operations: readonly (Op & { dies: number | null })[],
  project: FlowProject,
): Promise<void> {
  const real = project.open();
  await real.add(Object.keys(FILES).slice(0, STARTED_WITH), {});
  const past = new Map<number, Arrangement>([[1, { evidence: [], focus: null }]]);
  /** States that `focus off` must restore. */
  let unfocused: Map<string, string> | null = null;
  for (const op of operations) {
    const before = await arrangement(real);
    const numbers = undoNumbers(project, real);
    let isCut = false;
    // The source has changed since, so what is there is brought up to date on the way to its new place.
    const news = `export const ${topicOf(op.n)} = ${past.size + 100};\n`;
    if (op.kind === 'add' && op.to >= 300) project.write(`src/m${op.n}.ts`, news);
    try {
      const flow = op.dies === null ? real : project.open(dyingDisk(op.dies));
      await run(flow, op, before.evidence.length);
    } catch (error) {
      if (!(error instanceof Crash || error instanceof SheafError)) throw error;
      isCut = true;
    }
    const after = await arrangement(real);
    const kinds = kindsOf(after);
    expect(new Set(kinds).size).toBe(kinds.length); // names are unique
    const ranks = after.evidence.map(({ rank }) => rank);
    expect(new Set(ranks).size).toBe(ranks.length); // and so are places: the order is total
    const isDone = JSON.stringify(after) !== JSON.stringify(before);
    for (const number of undoNumbers(project, real))
      if (!numbers.includes(number)) past.set(number, before);
    if (isCut && !isDone) continue;
    check(op, before, after);
    if (op.kind === 'undo' && isDone) {
      const taken = numbers.filter((number) => !undoNumbers(project, real).includes(number));
      expect(taken).toEqual(numbers.slice(-1));
      expect(after).toEqual(past.get(taken[0] ?? 0));
      unfocused = null; // an undo may lead into a focus or out of one: judged by the next one
    }
    if (op.kind === 'focus' && before.focus === null && after.focus !== null) {
      unfocused = new Map(before.evidence.map(({ kind, state }) => [kind, state]));
    }
    if (op.kind === 'focusOff' && unfocused !== null && after.focus === null) {
      for (const { kind, state } of after.evidence) {
        expect(`${kind} ${state}`).toBe(`${kind} ${unfocused.get(kind) ?? state}`);
      }
      unfocused = null;
    }
    // Evidence that left and came back under focus is new to it.
    if (op.kind === 'remove' || op.kind === 'add') {
      for (const kind of unfocused?.keys() ?? [])
        if (!kinds.includes(kind)) unfocused?.delete(kind);
    }
    for (const name of ['plan.json', 'parked.json']) {
      expect(nodeDisk.exists(join(project.root, '.sheaf/flows', real.id, '.groom/tx', name))).toBe(
        false,
      );
    }
  }
}

describe('FL-6 FL-7 any sequence of changes, with crashes in between', () => {
  let count = 0;
  it(
    'loses no evidence, keeps names unique and the order total, leaves the old or the new arrangement',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 4, maxLength: 14 }),
          async (operations) => {
            const place = count++ % ON_DISK_EVERY === 0 ? tmpdir() : MEMORY;
            const project = await flowProject(FILES, place);
            try {
              await sequence(operations, project);
            } finally {
              project.close();
            }
          },
        ),
        { numRuns: runs(60) },
      ),
    3_600_000,
  );

  it(
    'either happens or does not, wherever it is cut',
    () =>
      withFlow(async ({ open }) => {
        const flow = open();
        await flow.add(['src/m0.ts', 'src/m1.ts', 'src/m2.ts'], {});
        for (const change of ['rank', 'focus', 'rebase', 'undo'] as const) {
          const old = await evidence(flow);
          for (let dies = 0; dies < 60; dies++) {
            try {
              await run(open(dyingDisk(dies)), { kind: change, n: 2, to: 100 }, 3);
              break;
            } catch (error) {
              if (!(error instanceof Crash)) throw error;
            }
            const now = await evidence(flow);
            if (JSON.stringify(now) === JSON.stringify(old)) continue;
            // It was carried through on recovery: taking it back leads to where it began.
            if (change !== 'undo') await flow.undo();
            expect(change === 'undo' ? now : await evidence(flow)).not.toEqual([]);
            if (change === 'undo') break;
            expect(await evidence(flow)).toEqual(old);
          }
        }
      }),
    60_000,
  );

  it(
    'focus off restores exactly, whatever happened to ranks in between and also after a crash',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(7), { maxLength: 4 }),
          fc.nat(7),
          fc.nat(7),
          fc.nat(30),
          async (off, query, again, dies) => {
            fc.pre(!off.includes(query) || !off.includes(again)); // else nothing is focused at all
            await withFlow(async ({ open }) => {
              const flow = open();
              await flow.add(Object.keys(FILES), {});
              for (const n of new Set(off)) await flow.toggle(`m${n}_ts`, 'off');
              const before = await states(flow);
              // What is switched off can't be focused on, and asking for it changes nothing.
              const focused = off.includes(query) ? null : topicOf(query);
              if (focused === null) {
                await expect(flow.focus(topicOf(query))).rejects.toThrow('turned off');
                expect(await states(flow)).toEqual(before);
              } else await flow.focus(focused);
              await flow.rank('e5', 100);
              if (!off.includes(again)) await flow.focus(topicOf(again));
              await flow.rebase();
              try {
                await open(dyingDisk(dies)).focusOff();
              } catch (error) {
                if (!(error instanceof Crash)) throw error;
              }
              if ((await flow.status()).focus !== null) {
                await flow.focusOff();
              }
              expect(await states(flow)).toEqual(before);
              expect((await flow.status()).focus).toBeNull();
            });
          },
        ),
        { numRuns: runs(20) },
      ),
    600_000,
  );
});

describe('FL-6 the journal', () => {
  it('never overwrites what someone put in the way while a change was cut short', () =>
    withFlow(async ({ open, root }) => {
      const flow = open();
      await flow.add(['src/m0.ts'], {});
      const folder = join(root, '.sheaf/flows', flow.id, 'ctx/evidence');
      const disk = dyingDisk(5);
      await expect(open(disk).rank('m0_ts', 200)).rejects.toThrow(Crash);
      expect(nodeDisk.exists(join(root, '.sheaf/flows', flow.id, '.groom/tx'))).toBe(true);
      writeFileSync(join(folder, '200_m0_ts.evidence.md'), 'mine\n');
      const names = await evidence(flow);
      expect(names).toHaveLength(2);
      expect(names).toContain('200_m0_ts.evidence.md');
    }));

  it('moves nothing for a journal that was made up, and follows no folder that is a link', () =>
    withFlow(async ({ open, root, write }) => {
      const flow = open();
      write('precious.txt', 'mine\n');
      const journal = { what: 'x', items: [{ from: '../../../precious.txt', to: 'ctx/got.md' }] };
      write(`.sheaf/flows/${flow.id}/.groom/tx/plan.json`, JSON.stringify(journal));
      await expect(flow.parts()).rejects.toThrow('cannot be read');
      expect(nodeDisk.read(join(root, 'precious.txt'))).toBe('mine\n');
      rmSync(join(root, '.sheaf/flows', flow.id, '.groom'), { recursive: true });
      rmSync(join(root, '.sheaf/flows', flow.id, 'ctx/evidence'), { recursive: true });
      symlinkSync('/etc', join(root, '.sheaf/flows', flow.id, 'ctx/evidence'));
      expect(() => open()).toThrow('is a link');
    }));

  it('lets processes change a flow at the same time, one after the other', () =>
    withFlow(async ({ open }) => {
      const flows = Object.keys(FILES).map((path) => ({ path, flow: open() }));
      await Promise.all(flows.map(({ path, flow }) => flow.add([path], {})));
      expect(await evidence(open())).toHaveLength(8);
    }));
});
