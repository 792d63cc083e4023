import { afterAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../src/index.ts';
import { git, inFolder, writeFiles } from '../support/project.ts';
import { makeCourier } from '../support/six/courier.ts';
import { makeMuseum } from '../support/six/museum.ts';
import { makeOrchard } from '../support/six/orchard.ts';
import { makeParking } from '../support/six/parking.ts';
import { makeSnow } from '../support/six/snow.ts';

const MAKERS = {
  courier: makeCourier,
  museum: makeMuseum,
  orchard: makeOrchard,
  parking: makeParking,
  snow: makeSnow,
} as const;
type Project = keyof typeof MAKERS;

const open = new Map<Project, Promise<Workspace>>();
const ends: (() => void)[] = [];

/** The project's workspace, made once for all tasks. */
function workspaceOf(project: Project): Promise<Workspace> {
  const known = open.get(project);
  if (known !== undefined) return known;
  const made = new Promise<Workspace>((resolve, reject) => {
    const ended = new Promise<void>((end) => ends.push(end));
    inFolder(async (root) => {
      MAKERS[project](root);
      const workspace = await openWorkspace({ root, warn: () => undefined });
      resolve(workspace);
      await ended;
      await workspace.close();
    }).catch(reject);
  });
  open.set(project, made);
  return made;
}

afterAll(() => {
  for (const end of ends) end();
});

const TRACE = `** (MatchError) no match of right hand side value: nil
    lib/kerbside_web/controllers/scan_controller.ex:7: KerbsideWeb.ScanController.create/2`;

describe('RT-1 evidence leads from what a task says to what explains it', () => {
  it.each<[string, Project, string, string]>([
    ['an entry that has all words', 'parking', 'when was zone F3 created', 'zone.create'],
    ['a manifest', 'parking', 'how many replicas does the web service have', 'replicas: 6'],
    ['an entry of pairs', 'orchard', 'who locked row 7', 'user=greta action=lock target=row-7'],
    ['what is called otherwise', 'orchard', 'what database node type do we run', 'DB-DEV-S'],
    ['a measurement', 'orchard', 'readings endpoint is slow', '11.8'],
    [
      'a fault that passes the code',
      'parking',
      'scans in zone F3 return 500 since yesterday',
      'no match of right hand side value: nil',
    ],
    ['what the line of a frame uses', 'parking', TRACE, 'defmodule Kerbside.ZoneCache'],
    [
      'a frame in the first line',
      'orchard',
      'planner panicked at crates/planner/src/plan.rs:23:9: called `Option::unwrap()` on a `None` value',
      'day_mean of field 12',
    ],
    [
      'the limit that a fault met',
      'orchard',
      'pool timed out while waiting for an open connection',
      'max_connections=40',
    ],
    [
      'what reads a setting that a runbook names',
      'parking',
      'FATAL 53300 too_many_connections',
      'pool_size:',
    ],
    [
      'the test of what is changed',
      'museum',
      'seniors should pay 10 euros',
      'lets children in for free',
    ],
    [
      'what a failed test tests',
      'museum',
      'jenkins is red since the turnstile change',
      'public function admit',
    ],
    ['a series by its name', 'snow', 'salt consumption spiked at six', '9100'],
    [
      'a preference with a mark of its own',
      'snow',
      'write a test for isIcy',
      'never use !! in new code',
    ],
    ['a level behind a channel', 'museum', 'redis is out of memory', 'OOM command not allowed'],
    [
      'the answer to a question of a talk',
      'museum',
      'let schools order 30 tickets',
      'with a school code',
    ],
  ])('to %s', async (_, project, task, there) => {
    const { prompt } = await (await workspaceOf(project)).assemble({ task });
    expect(prompt).toContain(there);
  });

  it.each<[string, Project, string, string]>([
    [
      'endpoints that no word speaks for',
      'parking',
      'which endpoint gives a permit back',
      'scanPlate',
    ],
    [
      'other conversations of an export',
      'parking',
      'use a palette for colour-blind people on the map',
      'gramophones',
    ],
    [
      'programs without the setting that is asked for',
      'parking',
      'how does POOL_SIZE differ between staging and production',
      'RTSP_TIMEOUT_SECONDS',
    ],
    [
      'programs beside the one that is named',
      'orchard',
      'raise the memory limit of the planner service',
      'scarecrow --volume',
    ],
    ['talk of somebody who is only named', 'snow', 'when did rolf become depot admin', 'snowman'],
    [
      'other builds',
      'orchard',
      'the job of main failed: frost_is_below_zero',
      'no space left on device',
    ],
    [
      'talk that shares the day of the month',
      'orchard',
      'frames of probe 17 are dropped since last night',
      'plum jam',
    ],
    [
      'code that shares one word by chance',
      'courier',
      'IllegalTransition is raised when a shipment goes back to in_transit',
      'def render_zpl',
    ],
    [
      'lines that tell of nothing',
      'parking',
      'FATAL 53300 too_many_connections',
      'sent 200 in 20ms',
    ],
  ])('but not to %s', async (_, project, task, absent) => {
    const { prompt } = await (await workspaceOf(project)).assemble({ task });
    expect(prompt).not.toContain(absent);
  });

  it('takes nothing for agreed that talk says which tests are fed with', () =>
    inFolder(async (root) => {
      git(root, 'init', '-q');
      const talk =
        '**User:** Always use British spelling.\n\n**Assistant:** Yes.\n\n**User:** Good.\n\n**Assistant:** Fine.\n';
      writeFiles(root, {
        'cart.py': 'def total(cart):\n    return sum(cart)\n',
        'tests/fixtures/talk.md': talk,
      });
      const workspace = await openWorkspace({ root, warn: () => undefined });
      const { prompt } = await workspace.assemble({ task: 'total of the cart is wrong' });
      await workspace.close();
      expect(prompt).not.toContain('British');
    }));

  it('gives no relevance to what stands there whatever the task is', () =>
    inFolder(async (root) => {
      git(root, 'init', '-q');
      writeFiles(root, {
        'cart.py': 'def total(cart):\n    return sum(cart)\n',
        'talk/a.md':
          '**User:** Always use British spelling.\n\n**Assistant:** Yes.\n\n**User:** Good.\n\n**Assistant:** Fine.\n',
      });
      const workspace = await openWorkspace({ root, warn: () => undefined });
      const { parts } = await workspace.assemble({ task: 'total of the cart is wrong' });
      await workspace.close();
      const made = parts.find(({ path }) => path === 'standing remarks');
      expect(made?.relevance).toBe(0);
    }));
});
