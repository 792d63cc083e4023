import type { PathParts } from '../../../text/prose/path.ts';
import { jsonKeys } from './json-keys.ts';

const SPECIFICATION = /^(?:openapi|swagger)$/;
const VERSION = /^[1-4](?:\.|$)/;
const TELLING_NAME = /(?:^|[._-])(?:openapi|swagger)(?:[._-]|$)/;

/** True if a YAML or JSON file is an OpenAPI or Swagger document, from its first characters. */
export function looksLikeOpenApi(parts: PathParts, head: string): boolean {
  if (head.trimStart().startsWith('{')) return looksLikeJson(parts, head);
  if (/^["']?(?:openapi|swagger)["']?\s*:\s*["']?[1-4](?:\.|["'\s]|$)/m.test(head)) return true;
  // Keys may be sorted, with the version behind kilobytes of components.
  return TELLING_NAME.test(parts.stem) && /^(?:paths|components|definitions|info)\s*:/m.test(head);
}

function looksLikeJson(parts: PathParts, head: string): boolean {
  let found = false;
  let typical = false;
  jsonKeys(head, 1, ({ key, value }) => {
    if (SPECIFICATION.test(key) && VERSION.test(value)) found = true;
    if (/^(?:paths|components|definitions|info)$/.test(key)) typical = true;
  });
  return found || (typical && TELLING_NAME.test(parts.stem));
}
