import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Workspace } from '../../model/results.ts';
import { forget, heldIn, keepHeld } from './conversations.ts';
import { answerText, type HookEvent } from './event.ts';
import type { Variables } from './places.ts';

/** Clients cut longer answers. */
const MAX_CHARACTERS = 9000;
const MAX_TOKENS = 2400;
/** Of a longer prompt the beginning and the end say what it is about. */
const PROMPT_HEAD = 12_000;
const PROMPT_TAIL = 4000;

const HOW_TO_ASK = `Sheaf knows this project. Before searching by hand, run:
sheaf "WHAT YOU WANT TO DO" --context-tokens 8k   pieces of the files that matter, within the budget
sheaf shortlist "TASK"   numbered candidates; sheaf assemble "TASK" --pick 1,4 takes some
sheaf search "WORDS"   places, best first
`;

/** How a project is opened, and who closes it. */
export type WithProject = <T>(
  root: string,
  work: (workspace: Workspace) => Promise<T>,
) => Promise<T>;

/** What the client is to print, and what to do once it has it: a conversation does not hold what never arrived. */
export interface HookAnswer {
  readonly text: string;
  readonly arrived: () => void;
}

const SILENCE: HookAnswer = { text: '', arrived: () => {} };

/** What the client is to print: pieces for a prompt that is a task, how to ask at the start; empty where there is nothing to say. */
export async function answer(
  event: HookEvent,
  env: Variables,
  withProject: WithProject,
): Promise<HookAnswer> {
  const { kind, conversation, cwd, isAfresh } = event;
  if (conversation !== null && isAfresh) forget(env, conversation);
  const root = projectOf(cwd, env);
  if (root === null) return SILENCE;
  if (kind === 'start') {
    await withProject(root, (workspace) => workspace.update());
    return { ...SILENCE, text: answerText(event, HOW_TO_ASK) };
  }
  const held = conversation === null ? [] : heldIn(env, conversation, root);
  const { text, sent } = await withProject(root, (workspace) =>
    workspace.push({
      task: shortened(event.prompt),
      maxTokens: MAX_TOKENS,
      maxCharacters: MAX_CHARACTERS,
      held,
    }),
  );
  const arrived = (): void => {
    if (conversation === null || sent.length === 0) return;
    keepHeld(env, conversation, { root, held: [...held, ...sent] });
  };
  return { text: answerText(event, text), arrived };
}

const shortened = (prompt: string): string =>
  prompt.length <= PROMPT_HEAD + PROMPT_TAIL
    ? prompt
    : `${prompt.slice(0, PROMPT_HEAD)}\n…\n${prompt.slice(-PROMPT_TAIL)}`;

const MARKS = ['.git', 'sheaf.toml'];

/** The project around a folder: the nearest one that git or a `sheaf.toml` marks. The user's home is none, whatever lies in it. */
export function projectOf(cwd: string | null, env: Variables): string | null {
  if (cwd === null || !isAbsolute(cwd) || cwd.includes('\0')) return null;
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  const home = env['HOME'] ?? env['USERPROFILE'];
  const isThere = (path: string): boolean =>
    lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const avoided = home !== undefined && isThere(home) ? realpathSync(home) : null;
  for (let folder = realpathSync(cwd); dirname(folder) !== folder; folder = dirname(folder)) {
    if (folder === avoided) return null;
    if (MARKS.some((mark) => isThere(join(folder, mark)))) return folder;
  }
  return null;
}
