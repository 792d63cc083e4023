import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SheafError } from '../../model/errors.ts';

/* The built page: a handful of small files, read once. They hold nothing of the project, so they need no token. */

export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A file of the page by the path of its request; null for anything else. */
export type Page = (path: string) => PageFile | null;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing but our own files and our own server, no script or style written into the page, no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** Beside the bundled program; a program that runs from its sources finds the last build. */
const PLACES = ['./page/', '../../../dist/page/'];

export function loadPage(): Page {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(
    (place) => existsSync(join(place, 'index.html')),
  );
  if (folder === undefined) {
    const hint = 'build it with npm run build, or install the package again';
    throw new SheafError('not-found', 'the page is not part of this installation', hint);
  }
  const files = new Map(
    readdirSync(folder).map((name) => [
      name === 'index.html' ? '/' : `/${name}`,
      {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        body: new Uint8Array(readFileSync(join(folder, name))),
      },
    ]),
  );
  return (path) => files.get(path) ?? null;
}
