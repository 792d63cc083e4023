import type { Task } from '../model/task.ts';

const SAMPLES = /(?:^|\/)(?:__)?(?:fixtures?|test-?data|snapshots?|cassettes|golden)(?:__)?\//i;
const ASKS_FOR_SAMPLES = /\b(?:fixtures?|test ?data|snapshots?|cassettes?|golden|samples?)\b/i;

/** Tells what tests are fed with, which has the words of everything that is tested; nothing where the task asks for it. */
export const samplesIn = ({ title }: Pick<Task, 'title'>): ((path: string) => boolean) =>
  ASKS_FOR_SAMPLES.test(title) ? () => false : (path) => SAMPLES.test(path);
