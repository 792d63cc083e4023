import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation, presentText } from '../operation.ts';
import * as shared from './assembly-options.ts';

const { sources, include, exclude } = shared.GATHER_OPTIONS;

const CANDIDATE = {
  type: 'object',
  properties: {
    number: { type: 'integer', minimum: 1, description: 'What pick and drop name; 1 is the best.' },
    lines: {
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      minItems: 2,
      maxItems: 2,
      description: 'First and last line.',
    },
    symbol: { type: 'string', description: 'What it defines; neighbours stand together.' },
    signature: { type: 'string', description: 'What follows the name.' },
    probability: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'How likely it is needed.',
    },
  },
  required: ['number', 'lines', 'probability'],
  additionalProperties: false,
} as const;

const FILE = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    candidates: { type: 'array', items: CANDIDATE },
  },
  required: ['path', 'candidates'],
  additionalProperties: false,
} as const;

export const shortlist: Operation = defineOperation({
  name: 'shortlist',
  summary: 'List candidates for a context in a few tokens, to choose from',
  description:
    'Prints up to 40 numbered candidates for the context of a task, best first, under their files: number, lines, name, signature, and how likely each is needed. The list never exceeds 1,500 tokens, as text or as JSON, so a model can read it before the context. assemble --pick and --drop take its numbers. They belong to the id in the first line: with --shortlist ID, assemble refuses them if the project has changed since, and prints the new list.',
  examples: {
    'sheaf shortlist "fix the race in the session store"': 'what there is to choose from',
    'sheaf assemble "fix the race in the session store" --pick 1,4-6 --drop 2 --shortlist ID':
      'pack 1, 4, 5 and 6 first, leave out 2',
    'sheaf shortlist --task-file issue.md --json': 'the same for programs: {id, files}',
  },
  positionals: shared.TASK,
  options: {
    task_file: shared.TASK_OPTIONS.task_file,
    ...shared.RANKING_OPTIONS,
    sources,
    include,
    exclude,
  },
  apart: [['task', 'task_file']],
  output: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Names the list; assemble takes it with the numbers.' },
      files: { type: 'array', items: FILE },
    },
    required: ['id', 'files'],
    additionalProperties: false,
  },
  isTerse: true,
  async run(input, context) {
    const task = await shared.taskText(input.task, input.task_file, context);
    const { type, without } = input;
    const list = await withWorkspace(context, (workspace) =>
      workspace.shortlist({
        task,
        type,
        without,
        sources: input.sources,
        include: input.include,
        exclude: input.exclude,
      }),
    );
    context.note(
      list.files.length === 0
        ? shared.NO_MATCH
        : `choose with: sheaf assemble TASK --pick 1,4-6 --drop 2 --shortlist ${list.id}`,
    );
    return list;
  },
  json: ({ id, files }) => ({ id, files }),
  present: presentText,
});
