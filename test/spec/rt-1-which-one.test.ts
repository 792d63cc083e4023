import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { inFolder, manyModules, writeFiles } from '../support/project.ts';

/** A shop that has several of everything: places where it runs, workflows, records, builds, measurements. */
const FILES = {
  ...manyModules(12),
  'chart/values.yaml': 'cleanup:\n  schedule: "15 2 * * *"\nreplicaCount: 2\n',
  'chart/values-staging.yaml': 'replicaCount: 1\n',
  'chart/values-production.yaml': 'replicaCount: 7\n',
  'deploy/base/basket.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: basket\nspec:\n  memory: 300Mi\n',
  'deploy/overlays/prod/basket.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: basket\nspec:\n  replicas: 9\n',
  'deploy/overlays/staging/basket.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: basket\nspec:\n  replicas: 3\n',
  '.github/workflows/basket.yml':
    'name: basket\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-22.04\n    steps:\n      - run: pytest basket\n',
  '.github/workflows/stock.yml':
    'name: stock\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-20.04\n    steps:\n      - run: go test ./stock\n',
  'docs/adr/0001-vat.md':
    '# 1. Which VAT rates we use\n\nStatus: superseded by 0002\n\nNineteen per cent for all parcels.\n',
  'docs/adr/0002-seven.md':
    '# 2. Books are cheaper\n\nStatus: accepted, supersedes 0001\n\nSeven per cent for books, nineteen for the rest.\n',
  'shop/refunds.py':
    'def refund(order, bank):\n    """Sends the money back."""\n    return bank.transfer(order.account, order.cents)\n',
  'catch/limits.go':
    'package catch\n\nimport "errors"\n\nvar ErrLate = errors.New("pickup window has closed")\n',
  'audit/trail.jsonl': [
    '{"time":"2026-05-01T10:00:00Z","actor":"mira","action":"change-account","target":"ORD-77"}',
    '{"time":"2026-05-01T11:00:00Z","actor":"otto","action":"rotate","target":"cdn token"}\n',
  ].join('\n'),
  'logs/shop.log':
    '2026-05-02T08:00:00Z ERROR transfer for ORD-77 refused: account closed\n2026-05-02T08:01:00Z WARN ORD-81: pickup window has closed\n',
  'metrics/shop.prom':
    '# TYPE parcel_queue_depth gauge\nparcel_queue_depth 1312\n# TYPE courier_speed gauge\ncourier_speed 88\n',
  CODEOWNERS: '/shop/refunds.py @team/money\n',
  'depot/handover.py':
    'def hand_over(parcel):\n    """Gives a parcel of the depot to the driver."""\n    return parcel\n',
  'logs/depot.log': '2026-05-02T08:00:00Z ERROR lock was lost\n',
  'notes/research/cdn-prices.md': '# What a CDN costs\n\nBunny asks half a cent.\n',
  'ci/basket-501.log':
    '##[group]Run pytest basket\nFAILED basket/test_sum.py::test_sum - assert 3 == 4\n##[error]Process completed with exit code 1.\n',
  'ci/stock-502.log': '##[group]Run go test ./stock\nok  \tstock\t0.1s\n##[endgroup]\n',
};

const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['how many replicas in staging', ['replicaCount: 1'], ['replicaCount: 7']],
  ['when does the cleanup run in production', ['15 2 * * *'], ['replicaCount: 1']],
  ['how many replicas has basket in prod', ['replicas: 9'], ['replicas: 3']],
  ['run the basket tests on ubuntu 24.04 in ci', ['pytest basket'], ['ubuntu-20.04']],
  ['which vat rates do we use', ['Seven per cent for books'], ['Nineteen per cent for all']],
  ['which vat rates did we use originally', ['Nineteen per cent for all'], []],
  ['transfer for ORD-77 fails', ['account closed', 'def refund', 'change-account'], []],
  ['why was the pickup of ORD-81 refused', ['ORD-81', 'var ErrLate'], []],
  ['who rotated the cdn token', ['otto'], ['Bunny asks']],
  ['how deep is the parcel queue', ['1312'], ['courier_speed']],
  ['where is a refund sent in the code', ['def refund'], []],
  ['who owns the refunds', ['@team/money'], []],
  ['parcels of the depot are handed over twice', ['lock was lost'], ['pickup window']],
  ['build 501 is red', ['assert 3 == 4'], ['0.1s']],
];

describe('RT-1 of several alike the one that a task means', () => {
  it('comes without the others', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const workspace = await openWorkspace({ root, warn: () => undefined });
      try {
        for (const [task, must, not] of rows) {
          const { prompt } = await workspace.assemble({ task });
          for (const words of must) expect(prompt, task).toContain(words);
          for (const words of not) expect(prompt, task).not.toContain(words);
        }
      } finally {
        await workspace.close();
      }
    }));
});
