import { describe, expect, it } from 'vitest';
import { type Chain, chains } from '../../src/retrieve/chains.ts';
import { errorStringHits } from '../../src/retrieve/error-strings.ts';
import { relevantEvents } from '../../src/retrieve/sources.ts';
import { readTask } from '../../src/task/read-task.ts';
import { viewing } from '../support/view.ts';

const POOL = `import os
import time

from shop.errors import PoolExhaustedError


class ConnectionPool:
    """Hands out connections to the ledger."""

    def __init__(self, size):
        self.size = size
        self.idle = []

    def acquire_connection(self, timeout):
        deadline = time.monotonic() + timeout
        limit = int(os.environ["LEDGER_POOL_SIZE"])
        while time.monotonic() < deadline:
            if self.idle:
                return self.idle.pop()
        raise PoolExhaustedError(
            "no connection to %s became free "
            "within %d seconds" % (self.host, timeout)
        )

    def release(self, connection):
        self.idle.append(connection)
        if len(self.idle) > self.size:
            raise ValueError("released a connection that was never taken")
`;
const PROJECT = {
  'src/shop/pool.py': POOL,
  'src/shop/errors.py':
    'class ShopError(Exception):\n    """Base of all errors of the shop."""\n\n\nclass PoolExhaustedError(ShopError):\n    """No connection was free."""\n',
  'src/shop/cart.py':
    'from shop.pool import ConnectionPool\n\n\ndef total(items):\n    """The price of a cart."""\n    result = 0\n    for item in items:\n        result += item.price\n    return result\n',
  'deploy/api.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: api\nspec:\n  template:\n    spec:\n      containers:\n        - name: api\n          image: shop/api\n          env:\n            - name: LEDGER_POOL_SIZE\n              value: "4"\n',
  'docs/decisions/0007-one-pool-per-process.md':
    '# One pool per process\n\nStatus: accepted\n\n## Context\n\nConnections to the ledger are dear.\n\n## Decision\n\nEach process has one pool; LEDGER_POOL_SIZE stays below the limit of the ledger.\n',
  'logs/api.log':
    '2024-05-01 12:03:09,120 INFO api started\n2024-05-01 12:04:10,001 ERROR api request failed\nTraceback (most recent call last):\n  File "/srv/app/src/shop/pool.py", line 20, in acquire_connection\n    raise PoolExhaustedError(\nshop.errors.PoolExhaustedError: no connection to db-1 became free within 5 seconds\n2024-05-01 12:05:00,000 INFO api ready\n',
};
const TRACE = `Checkout fails under load

Traceback (most recent call last):
  File "/srv/app/src/shop/pool.py", line 20, in acquire_connection
    raise PoolExhaustedError(
shop.errors.PoolExhaustedError: no connection to db-1 became free within 5 seconds
`;

describe('RT-1 evidence chains', () => {
  it('leads from a stack frame to the function, the setting it reads, what sets it and the decision on it', () =>
    viewing(PROJECT, (view) => {
      const [first] = chains(view, readTask(TRACE));
      expect(first?.links.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
        'symbol src/shop/pool.py',
        'setting deploy/api.yaml',
        'decision docs/decisions/0007-one-pool-per-process.md',
      ]);
      expect(first?.links.map(({ reason }) => reason)).toEqual([
        'The trace in the task passes acquire_connection of src/shop/pool.py.',
        'deploy/api.yaml sets LEDGER_POOL_SIZE, which src/shop/pool.py reads.',
        'docs/decisions/0007-one-pool-per-process.md records a decision that mentions LEDGER_POOL_SIZE.',
      ]);
    }));

  it('finds the class of an exception that the project defines', () =>
    viewing(PROJECT, (view) => {
      const reasons = chains(view, readTask(TRACE)).flatMap(({ links }) =>
        links.map((l) => l.reason),
      );
      expect(reasons).toContain(
        'src/shop/errors.py defines PoolExhaustedError, which the task shows raised.',
      );
    }));

  it('starts from a log where the task shows nothing itself', () =>
    viewing(PROJECT, (view) => {
      const task = readTask('Why do requests to the api fail since noon?');
      const found = chains(view, task).find(({ links }) => links[0]?.kind === 'event');
      expect(found?.links.map(({ kind, path }) => `${kind} ${path}`).slice(0, 3)).toEqual([
        'event logs/api.log',
        'symbol src/shop/pool.py',
        'setting deploy/api.yaml',
      ]);
    }));

  it('starts from no log event that the task says nothing of, and from no log that is not asked', () =>
    viewing(PROJECT, (view) => {
      const isEvent = ({ links }: Chain): boolean => links[0]?.kind === 'event';
      expect(chains(view, readTask('add a colour to the basket')).some(isEvent)).toBe(false);
      const task = readTask('Why do requests to the api fail since noon?');
      const asked = chains(view, task, ({ shape }) => shape.source !== 'logs');
      expect(asked.some(isEvent)).toBe(false);
    }));

  it('leads from an amount that the task speaks of to the resource that has it', () => {
    const files = {
      'k8s/ingress.yaml':
        'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  annotations:\n    proxy-read-timeout: "25"\n',
      'src/a.py': 'x = 25\n',
    };
    return viewing(files, (view) => {
      const reasons = (task: string): string[] =>
        chains(view, readTask(task)).flatMap(({ links }) => links.map(({ reason }) => reason));
      const said = 'k8s/ingress.yaml sets something to the 25 seconds that the task speaks of.';
      expect(reasons('answers are cut off after 25 seconds')).toEqual([said]);
      expect(reasons('issue 25 is still open')).toEqual([]);
    });
  });

  it('finds nothing, and throws nothing, where there is nothing to find', () =>
    viewing({ 'a.py': 'x = 1\n' }, (view) => {
      expect(chains(view, readTask(TRACE))).toEqual([]);
      expect(chains(view, readTask(''))).toEqual([]);
    }));
});

describe('RT-1 messages of a task are found in the code that prints them', () => {
  it('matches a string of several pieces with placeholders to the printed message', () =>
    viewing(PROJECT, (view) => {
      const [[file, hit] = []] = errorStringHits(view, readTask(TRACE));
      expect(view.state.files[file ?? -1]?.path).toBe('src/shop/pool.py');
      expect(hit?.literal).toBe('no connection to %s became free within %d seconds');
      expect(hit?.score).toBeGreaterThan(0.7);
    }));

  it('reads the formats of other languages', () =>
    viewing(
      {
        'a.ts': `export function a(x: string): never {\n  throw new Error(\`Cannot open the store \${x}: it is locked\`);\n}\n`,
        'b.go':
          'package b\n\nfunc b(p string) error {\n\treturn fmt.Errorf("template %q does not parse as version %d", p, 3)\n}\n',
        'c.rb': 'def c(n)\n  raise ArgumentError, "the queue #{n} takes no messages"\nend\n',
        'd.cs':
          'class D { void E(int n) { throw new Exception($"Row {n} has no matching column"); } }\n',
      },
      (view) => {
        const found = (text: string): string[] =>
          [...errorStringHits(view, readTask(text)).keys()].map(
            (i) => view.state.files[i]?.path ?? '',
          );
        expect(found('Error: Cannot open the store main.db: it is locked')).toEqual(['a.ts']);
        expect(found('It says "template \'x.html\' does not parse as version 3"')).toEqual([
          'b.go',
        ]);
        expect(found('x\n\nArgumentError: the queue mail takes no messages')).toEqual(['c.rb']);
        expect(found('x\n\nSystem.Exception: Row 12 has no matching column')).toEqual(['d.cs']);
      },
    ));

  it('does not take shared words for a shared message', () =>
    viewing(PROJECT, (view) => {
      const task = readTask(
        'Error: the connection to db-1 became idle within the pool after a release',
      );
      expect([...errorStringHits(view, task)]).toEqual([]);
    }));
});

describe('RT-1 log events', () => {
  it('puts an event that shares a frame with the task first, and counts those of one form', () => {
    const at = (minute: number): string => `2024-05-01 12:${minute}:00,000`;
    const event = (minute: number, file: string, text: string): string =>
      `${at(minute)} ERROR app ${text}\nTraceback (most recent call last):\n  File "src/${file}", line 3, in run\nRuntimeError: ${text}\n`;
    const log =
      event(10, 'mail.py', 'mail server 10.0.0.1 is away') +
      event(11, 'mail.py', 'mail server 10.0.0.2 is away') +
      event(12, 'ledger.py', 'row is locked');
    return viewing({ 'logs/app.log': log }, (view) => {
      const task = readTask('Sending stops\n\n  File "src/mail.py", line 3, in run\n');
      const events = relevantEvents(view, task);
      expect(
        events.map(({ sharedFrames, repeats, level }) => [sharedFrames, repeats, level]),
      ).toEqual([
        [['mail.py'], 2, 'error'],
        [[], 1, 'error'],
      ]);
    });
  });
});
