import { realpathSync } from 'node:fs';
import { type BytePath, bytesOf, openable, parentOf, placeOf } from '../../text/paths/byte-path.ts';
import { createIgnoreRules, parseRules } from '../../text/paths/ignore-rules.ts';
import { isPlain, OWN_SOURCES } from '../../text/paths/reserved.ts';
import { gateOfIncluded } from './gates.ts';
import type { LeftOuts } from './left-out.ts';
import type { OwnRules } from './own-rules.ts';
import { walk } from './walk.ts';

/** Files asked for by name: our own source folders and what is configured, though git ignores them. */
export async function includedFiles(
  root: BytePath,
  patterns: readonly string[],
  own: OwnRules,
  leftOut: LeftOuts,
  signal?: AbortSignal,
): Promise<BytePath[]> {
  const files: BytePath[] = [];
  for (const pattern of [...OWN_SOURCES, ...patterns.map(bytesOf)]) {
    const wanted = pattern.replace(/^\/+|\/+$/g, '');
    if (!isPlain(wanted)) continue;
    const start = folderOf(wanted);
    if (!isHere(root, start)) continue;
    const chosen = createIgnoreRules();
    chosen.add('', parseRules(`/${wanted}`, 'include'));
    const gate = gateOfIncluded(own, leftOut);
    const walked = await walk(root, start, gate, signal);
    files.push(...walked.files.filter((file) => chosen.refusalOf(file) !== null));
  }
  return files;
}

/** The innermost folder that a pattern names without wildcards and that holds all it can match. */
function folderOf(pattern: BytePath): BytePath {
  const wildcard = pattern.search(/[*?[\\]/);
  return wildcard === -1 ? pattern : parentOf(pattern.slice(0, wildcard));
}

/** There, and not by way of a link. */
function isHere(root: BytePath, path: BytePath): boolean {
  const place = placeOf(root, path);
  try {
    return realpathSync.native(openable(place), { encoding: 'latin1' }) === place;
  } catch {
    return false; // missing, which is usual for a pattern
  }
}
