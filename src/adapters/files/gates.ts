import { type BytePath, nameOf, openable, placeOf } from '../../text/paths/byte-path.ts';
import { isReservedName } from '../../text/paths/reserved.ts';
import type { GitRules } from './git-rules.ts';
import type { LeftOuts } from './left-out.ts';
import { peek } from './open-file.ts';
import type { OwnRules } from './own-rules.ts';
import type { Gate } from './walk.ts';

/**
 * Walks a tree. Where git lists the files, only rule files are looked for and what git passes over in silence; else our own reading of
 * all rules decides.
 */
export function gateOfTree(
  lister: 'git' | 'walk',
  root: BytePath,
  git: GitRules,
  own: OwnRules,
  leftOut: LeftOuts,
): Gate {
  const isOurs = lister === 'walk';
  return {
    enter(folder, names) {
      if (folder !== '' && isRepository(root, folder, names)) {
        if (isOurs) leftOut.add(folder, 'nested-repository', '');
        return false;
      }
      git.load(folder, names);
      own.load(folder, names);
      return true;
    },
    refuses(path, kind) {
      if (isReservedName(nameOf(path))) return true;
      if (kind === 'file' && !isOurs) return false; // git's word counts
      const isFolder = kind === 'folder';
      if (git.rules.ruleFor(path, isFolder) !== null) return true;
      const origin = own.originFor(path, isFolder);
      if (origin !== null && isOurs) leftOut.add(path, 'ignored', origin);
      return origin !== null;
    },
    leaveOut: leftOut.add,
  };
}

/** Walks what was asked for by name, whatever git ignores. */
export function gateOfIncluded(own: OwnRules, leftOut: LeftOuts): Gate {
  return {
    enter(folder, names) {
      own.load(folder, names);
      return true;
    },
    refuses: (path) => isReservedName(nameOf(path)),
    leaveOut: leftOut.add,
  };
}

function isRepository(root: BytePath, folder: BytePath, names: readonly string[]): boolean {
  if (!names.includes('.git')) return false;
  const place = placeOf(root, `${folder}/.git`);
  const stat = peek(openable(place));
  return stat?.isDirectory() ? peek(openable(`${place}/HEAD`)) !== null : stat?.isFile() === true;
}
