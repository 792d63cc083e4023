import { utf8Length } from '../utf8.ts';

/**
 * A path as the system and git know it: bytes, one character (U+0000–U+00FF) per byte. Plain ASCII
 * paths, nearly all there are, are then the same string in both forms and need no conversion.
 */
export type BytePath = string;

const BEYOND_ASCII = /[\u0080-\uffff]/;
const ESCAPE = /\\x([0-9a-f]{2})/g;

/**
 * The path as text. Bytes that are not UTF-8 become `\xNN`, and a backslash that would read as such
 * an escape becomes `\x5c`, so that `bytesOf` always finds the way back to the file.
 */
export function textOf(path: BytePath): string {
  const escaped = path.includes('\\x') ? path.replace(ESCAPE, '\\x5cx$1') : path;
  if (!BEYOND_ASCII.test(escaped)) return escaped;
  return withEscapes(Buffer.from(escaped, 'latin1'));
}

export function bytesOf(path: string): BytePath {
  const bytes = BEYOND_ASCII.test(path) ? Buffer.from(path, 'utf8').toString('latin1') : path;
  if (!bytes.includes('\\x')) return bytes;
  return bytes.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What `node:fs` must be given to open exactly these bytes. */
export const openable = (path: BytePath): string | Buffer =>
  BEYOND_ASCII.test(path) ? Buffer.from(path, 'latin1') : path;

export const parentOf = (path: BytePath): BytePath =>
  path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const nameOf = (path: BytePath): BytePath => path.slice(path.lastIndexOf('/') + 1);

export const join = (folder: BytePath, name: BytePath): BytePath =>
  folder === '' ? name : `${folder}/${name}`;

/** Where a path of the tree lies in the file system. */
export function placeOf(root: BytePath, path: BytePath): BytePath {
  if (path === '') return root;
  return root === '/' ? `/${path}` : `${root}/${path}`;
}

function withEscapes(bytes: Buffer): string {
  const parts: string[] = [];
  let good = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = utf8Length(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(bytes.toString('utf8', good, at), `\\x${(bytes[at] ?? 0).toString(16)}`);
    at += 1;
    good = at;
  }
  parts.push(bytes.toString('utf8', good));
  return parts.join('');
}
