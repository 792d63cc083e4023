import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultsModule, keysModule, keyTable } from '../src/config/generate.ts';
import { jsonSchema } from '../src/config/schema.ts';
import { planSchema } from './plan-schema.ts';

/*
 * Writes everything that is made from a declaration: the key table, docs/config.md, the JSON Schema and docs/cli.md.
 * Tests beside the declarations fail while any of it is out of date.
 */

const ROOT = join(import.meta.dirname, '..');
const write = (path: string, text: string): void => writeFileSync(join(ROOT, path), text);

const table = keyTable(jsonSchema());
const MODULES = ['src/config/defaults.ts', 'src/config/keys.ts'];
write('src/config/defaults.ts', defaultsModule(table));
write('src/config/keys.ts', keysModule(table));
const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
const formatted = spawnSync(process.execPath, [biome, 'format', '--write', ...MODULES], {
  cwd: ROOT,
  encoding: 'utf8',
});
if (formatted.status !== 0) throw new Error(formatted.stderr);

// Only now: what follows is made from the modules just written.
const { configReference } = await import('../src/config/template.ts');
const { cliReference } = await import('./cli-reference.ts');
const { OPERATIONS } = await import('../src/surfaces/table.ts');
write('docs/config.md', configReference());
write('docs/cli.md', cliReference(OPERATIONS));
write('schema/ctxplan.schema.json', `${JSON.stringify(planSchema(), null, 2)}\n`);
write('schema/sheaf.schema.json', `${JSON.stringify(jsonSchema(), null, 2)}\n`);
