import { type BytePath, parentOf } from '../../text/paths/byte-path.ts';
import { isPlain, isReserved } from '../../text/paths/reserved.ts';
import type { LeftOuts } from './left-out.ts';
import type { OwnRules } from './own-rules.ts';
import { depthOf, MAX_FOLDERS } from './walk.ts';

/** Whether a path is part of the workspace at all; what people should know of is noted. */
export function createSift(own: OwnRules, leftOut: LeftOuts): (path: BytePath) => boolean {
  return (path) => {
    if (!isPlain(path)) {
      leftOut.add(path, 'unreadable', 'a path that leaves the workspace');
      return false;
    }
    if (isReserved(path)) return false;
    if (depthOf(parentOf(path)) > MAX_FOLDERS) {
      const folder = path.split('/', MAX_FOLDERS + 1).join('/');
      leftOut.add(folder, 'too-deep', `more than ${MAX_FOLDERS} folders`);
      return false;
    }
    const refusal = own.refusalOf(path);
    if (refusal !== null) leftOut.add(refusal.path, 'ignored', refusal.origin);
    return refusal === null;
  };
}
