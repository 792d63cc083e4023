import { decode } from '../adapters/files/decode.ts';
import type { Shape } from '../model/shape.ts';
import type { Tree, TreeEntry } from '../ports/tree.ts';
import { isRecord, parseJson } from '../text/imports/loose-json.ts';

/** Who the ids in the messages of a Slack export belong to: the file with the names lies beside the folders of the channels. */
export interface Roster {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** With a slash at its end; empty for the root. */
  readonly folder: string;
  readonly names: ReadonlyMap<string, string>;
}

const ROSTER = /(?:^|\/)users\.json$/;
const DAY = /\/[^/]+\/\d{4}-\d\d-\d\d\.json$/;
const MOST_FILES = 20;
const LIMIT = { bytes: 16 * 1024 * 1024, tail: false };

export async function readRosters(
  tree: Tree,
  entries: readonly TreeEntry[],
  signal?: AbortSignal,
): Promise<readonly Roster[]> {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const listed = entries
    .filter(({ path }) => ROSTER.test(path))
    .filter(({ path }) => {
      const folder = folderOf(path);
      return entries.some((day) => day.path.startsWith(folder) && DAY.test(`/${day.path}`));
    })
    .slice(0, MOST_FILES);
  const rosters: Roster[] = [];
  for await (const result of tree.read(listed, () => LIMIT, signal)) {
    if (result.kind !== 'read') continue;
    const { path, bytes } = result;
    const decoded = decode(bytes);
    const names = decoded.kind === 'binary' ? new Map() : namesIn(decoded.text);
    if (names.size > 0) rosters.push({ path, bytes, folder: folderOf(path), names });
  }
  return rosters;
}

/** Each person by the name that the messages of a conversation would show. */
function namesIn(text: string): Map<string, string> {
  const users = parseJson(text);
  const names = new Map<string, string>();
  for (const user of Array.isArray(users) ? users : []) {
    if (!isRecord(user) || typeof user['id'] !== 'string') continue;
    const profile = isRecord(user['profile']) ? user['profile'] : {};
    const known = [user['real_name'], profile['real_name'], profile['display_name'], user['name']];
    const name = known.find((own) => typeof own === 'string' && own.trim() !== '');
    if (typeof name === 'string') names.set(user['id'], name.trim());
  }
  return names;
}

/** `"user": "U024BE7LH"` and `<@U024BE7LH>`, whatever ids look like; a mention may have its name already. */
const USED = /("user"\s*:\s*")([\w.-]{1,40})"|<@([\w.-]{1,40})>/g;

/** The messages with names in place of ids, where the export says whose they are. */
export function withNames(
  text: string,
  path: string,
  { kind }: Shape,
  rosters: readonly Roster[],
): string {
  const roster = kind === 'slack' ? rosters.find(({ folder }) => path.startsWith(folder)) : null;
  if (roster == null) return text;
  return text.replace(USED, (whole, key: string | undefined, user: string, mentioned: string) => {
    const name = roster.names.get(user ?? mentioned);
    if (name === undefined) return whole;
    const quoted = JSON.stringify(name).slice(1, -1);
    return key === undefined ? `<@${mentioned}|${quoted}>` : `${key}${quoted}"`;
  });
}
