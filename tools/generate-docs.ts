import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../src/model/version.ts';
import { OPERATIONS } from '../src/surfaces/table.ts';
import { cliReference } from './cli-reference.ts';
import { configReference } from './config-reference.ts';
import { configSchema } from './config-schema.ts';
import { manPage } from './man-page.ts';
import { pageTypes } from './page-types.ts';
import { planSchema } from './plan-schema.ts';

/*
 * Writes the documents that are made from declarations: docs/config.md, docs/cli.md, docs/sheaf.1, the types of the page and the
 * JSON Schemas. Tests beside the
 * declarations fail while any of them is out of date.
 */

const ROOT = join(import.meta.dirname, '..');
const write = (path: string, text: string): void => writeFileSync(join(ROOT, path), text);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

write('docs/config.md', configReference());
write('docs/cli.md', cliReference(OPERATIONS));
write('docs/sheaf.1', manPage(OPERATIONS, VERSION));
write('page/src/api-types.ts', pageTypes());
write('schema/ctxplan.schema.json', json(planSchema()));
write('schema/sheaf.schema.json', json(configSchema()));
