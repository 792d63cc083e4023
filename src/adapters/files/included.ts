import { realpathSync } from 'node:fs';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { bytesOf, nameOf, openable, parentOf, placeOf } from '../../text/paths/byte-path.ts';
import { createIgnoreRules, parseRules } from '../../text/paths/ignore-rules.ts';
import { isPlain, isReservedName, OWN_SOURCES } from '../../text/paths/reserved.ts';
import type { Survey } from './left-out.ts';
import { type Gate, walk } from './walk.ts';

/** Files asked for by name: our own source folders and what is configured, though git ignores them. */
export async function includedFiles(
  survey: Survey,
  patterns: readonly string[],
): Promise<BytePath[]> {
  const files: BytePath[] = [];
  const gate: Gate = {
    enter(folder, names) {
      survey.own.load(folder, names);
      return true;
    },
    refuses: (path) => isReservedName(nameOf(path)),
    leaveOut: survey.leftOut.add,
  };
  for (const pattern of [...OWN_SOURCES, ...patterns.map(bytesOf)]) {
    const wanted = pattern.replace(/^\/+|\/+$/g, '');
    if (!isPlain(wanted)) continue;
    const start = folderOf(wanted);
    if (!isHere(survey.root, start)) continue;
    const chosen = createIgnoreRules();
    chosen.add('', parseRules(`/${wanted}`, 'include'));
    const walked = await walk(survey, start, gate);
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
