import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { RANKING_OPTIONS, TASK_OPTIONS, taskText } from './assembly-options.ts';
import { presentAbsent, presentScore } from './present-score.ts';

export const score: Operation = defineOperation({
  name: 'score',
  summary: 'Show how the relevance of a file to a task is calculated',
  description:
    'Prints the signals, factors, weights and thresholds behind the relevance and tier of a file, and what would have to change for another tier. Updates the index first.',
  examples: {
    'sheaf score src/session.ts --task "fix the race in the session store"': 'the table of factors',
    'sheaf score src/session.ts --task-file issue.md --json':
      'read the task from a file, print JSON',
  },
  positionals: {
    file: { required: true, help: 'Path of the file, relative to the root.' },
  },
  options: { ...TASK_OPTIONS, ...RANKING_OPTIONS },
  apart: [['task', 'task_file']],
  async run(input, context) {
    const task = await taskText(input.task, input.task_file, context);
    const { file: path, type, without } = input;
    return withWorkspace(context, (workspace) => workspace.score({ path, task, type, without }));
  },
  present(result, page) {
    if (result.kind === 'absent') presentAbsent(result, page);
    else presentScore(result, page);
  },
});
