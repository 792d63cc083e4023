import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeSourceContract } from '../../../../test/contracts/source.contract.ts';
import { processorMs } from '../../../../test/support/effort.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { deployment } from './deployment.ts';

const SETTINGS: SourceSettings = { paths: [], alwaysInclude: [], windowHours: 24 };
const FIXTURES = new URL('../../../../test/fixtures/deployment/', import.meta.url);

/** Path in a project, fixture, and the shape it must get. */
const SAMPLES: readonly (readonly [string, string, string])[] = [
  ['.env.production', 'env', 'env/dotenv'],
  ['api/Dockerfile', 'Dockerfile', 'dockerfile/dockerfile'],
  ['docker-compose.prod.yml', 'compose', 'compose/yaml'],
  ['deploy/api.yaml', 'kubernetes', 'kubernetes/yaml'],
  ['chart/templates/ingress.yaml', 'helm-template', 'helm/yaml'],
  ['chart/values.yaml', 'helm-values', 'helm/yaml'],
  ['infra/main.tf', 'main.tf', 'terraform/hcl'],
  ['infra/prod.tfvars', 'prod.tfvars', 'terraform/hcl'],
  ['.github/workflows/ci.yml', 'workflow', 'ci/yaml'],
  ['.gitlab-ci.yml', 'gitlab-ci', 'ci/yaml'],
  ['Jenkinsfile', 'Jenkinsfile', 'ci/groovy'],
  ['ops/shop.conf', 'nginx', 'nginx/nginx'],
  ['ops/shop.service', 'systemd', 'systemd/systemd'],
  ['site.yml', 'playbook', 'ansible/yaml'],
  ['serverless.yml', 'serverless', 'platform/yaml'],
  ['fly.toml', 'fly', 'platform/toml'],
  ['Procfile', 'Procfile', 'platform/procfile'],
  ['.netrc', 'netrc', 'credentials/ini'],
];

const raw = (fixture: string): string => readFileSync(new URL(`${fixture}.txt`, FIXTURES), 'utf8');

function claimed(path: string, head: string): Shape {
  const shape = deployment.claim(path, head, SETTINGS);
  if (shape === null) throw new Error(`${path} is not claimed`);
  return shape;
}

/** Units as a person would check them against the file. */
function drawn({ units, definitions, imports, meta }: Outline): string {
  const rows = units.map((unit) => {
    const facts = Object.entries(unit.meta ?? {}).map(([key, value]) => `${key}=${value}`);
    const within = unit.within.length === 0 ? '' : ` in ${unit.within.join(' > ')}`;
    return `${unit.firstLine}-${unit.lastLine} ${unit.kind} ${unit.name}${within}${unit.joins ? ' (joins)' : ''}\n    names ${unit.names.join(' ')}\n    meta ${facts.join(' ')}`;
  });
  const defined = definitions.map(
    ({ name, kind, line, lastLine }) => `${kind} ${name} ${line}-${lastLine}`,
  );
  const taken = imports.map(({ module, line }) => `${module} ${line}`);
  return `${[...rows, `defines ${defined.join(', ')}`, `imports ${taken.join(', ')}`, `about ${JSON.stringify(meta)}`].join('\n')}\n`;
}

describeSourceContract(
  deployment,
  SAMPLES.map(([path, fixture]) => ({ path, raw: raw(fixture) })),
);

describe('SR-2 deployment files are found without configuration', () => {
  it.each(SAMPLES)('%s is claimed by its name or its first lines', (path, fixture, expected) => {
    const { kind, language } = claimed(path, raw(fixture).slice(0, 4096));
    expect(`${kind}/${language}`).toBe(expected);
  });

  it.each([
    ['Makefile', 'build:\n\tcc main.c\n'],
    ['src/env.ts', 'export const env = {};\n'],
    ['.env.d.ts', 'interface ImportMetaEnv {}\n'],
    ['docs/kubernetes.md', 'apiVersion: v1\nkind: Pod\n'],
    ['openapi.yaml', 'openapi: 3.1.0\ninfo:\n  title: Shop\n'],
    ['data.yml', 'colours:\n  - red\n'],
    ['setup.conf', 'name = value\n'],
    ['.terraform.lock.hcl', 'provider "x" {}\n'],
    ['package.json', '{"name": "shop"}'],
  ])('%s is left to other sources', (path, head) => {
    expect(deployment.claim(path, head, SETTINGS)).toBeNull();
  });

  it('knows a manifest by a later document of its head', () => {
    const head = '# settings\nfoo: 1\n---\napiVersion: v1\nkind: Pod\n';
    expect(deployment.claim('x.yaml', head, SETTINGS)?.kind).toBe('kubernetes');
  });
});

describe('RT-3 a resource of a deployment file is one unit', () => {
  it.each(SAMPLES)('%s is outlined as the golden file shows', async (path, fixture) => {
    const text = raw(fixture);
    const outline = deployment.outline(text, claimed(path, text.slice(0, 4096)));
    await expect(drawn(outline)).toMatchFileSnapshot(
      `../../../../test/golden/deployment/${fixture}.txt`,
    );
  });

  it('gives a long job its steps as units', () => {
    const steps = Array.from(
      { length: 30 },
      (_, at) => `      - name: Step ${at}\n        run: |\n          echo ${at}\n`,
    );
    const text = `jobs:\n  build:\n    runs-on: x\n    steps:\n${steps.join('')}    timeout-minutes: 5\n`;
    const { units } = deployment.outline(text, {
      source: 'deployment',
      kind: 'ci',
      language: 'yaml',
      options: '',
    });
    expect(units[0]).toMatchObject({ firstLine: 1, lastLine: 4, kind: 'job', name: 'job/build' });
    expect(units[1]).toMatchObject({ firstLine: 5, lastLine: 7, kind: 'step', name: 'Step 0' });
    expect(units).toHaveLength(31);
    expect(units[30]?.lastLine).toBe(95);
  });

  it('gives a long server its locations as units', () => {
    const location = (at: number): string =>
      `  location /v${at} {\n    proxy_pass http://v${at};\n    proxy_buffering off;\n  }\n`;
    const text = `server {\n  server_name a.example;\n${Array.from({ length: 12 }, (_, at) => location(at)).join('')}}\n`;
    const { units } = deployment.outline(text, {
      source: 'deployment',
      kind: 'nginx',
      language: 'nginx',
      options: '',
    });
    expect(units.map(({ name }) => name).slice(0, 3)).toEqual([
      'server a.example',
      'location /v0',
      'location /v1',
    ]);
    expect(units[12]).toMatchObject({ lastLine: 51, within: ['server a.example'] });
  });

  it('reads a nesting bomb in time that grows with its length', () => {
    const shapes = ['compose', 'kubernetes', 'terraform', 'nginx', 'ci', 'helm', 'env'];
    const bombs = [
      Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      'a: &a [*a,*a]\n'.repeat(5_000),
      'server {\n'.repeat(10_000),
      'x {}\n'.repeat(20_000),
      `key: ${'['.repeat(1_000_000)}`,
      `${'\t'.repeat(1_000_000)}x`,
    ];
    const started = processorMs();
    for (const kind of shapes) {
      for (const bomb of bombs)
        deployment.outline(bomb, { source: 'deployment', kind, language: 'yaml', options: '' });
    }
    expect(processorMs() - started).toBeLessThan(10_000);
  }, 60_000);
});
