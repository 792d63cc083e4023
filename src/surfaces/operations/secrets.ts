import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';

export const secrets: Operation = defineOperation({
  name: 'secrets',
  summary: 'List where secrets are, never what they are',
  description:
    'Reads the files of the project and lists the file, line, rule and name of each value that Sheaf replaces before it stores or shows anything. The values themselves are never printed. Exits with 1 if there are any.',
  examples: [{ line: 'sheaf secrets scan', help: 'each secret of the project, by file and line' }],
  positionals: {
    action: { required: true, values: ['scan'], help: 'scan lists the secrets of the project.' },
  },
  options: {},
  refuses: ['index'],
  run: (_, context) =>
    withWorkspace(context, (workspace) => workspace.secrets(), { endsSoon: true }),
  json: (found) => snakeCased({ secrets: found }),
  present(found, page) {
    for (const { path, line, rule, name } of found)
      page.line(
        `${printableLine(path)}:${line}  ${rule}${name === rule ? '' : `  ${printableLine(name)}`}`,
      );
    page.line(found.length === 0 ? 'No secrets found.' : `${found.length} secrets`);
  },
  exitCode: (found) => (found.length === 0 ? 0 : 1),
});
