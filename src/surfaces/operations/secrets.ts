import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';

export const secrets: Operation = defineOperation({
  name: 'secrets',
  summary: 'List where secrets are, never what they are',
  description:
    'Reads the files of the project and lists the file, line, rule and name of each value that Sheaf replaces before it stores or shows anything. The values themselves are never printed. What is no secret can be allowed in your own configuration: secrets.allow_rules, secrets.allow_paths, or secrets.allow_fingerprints with the last word of a line. Exits with 1 if there are any.',
  examples: { 'sheaf secrets scan': 'each secret of the project, by file and line' },
  positionals: {
    action: {
      ...{ required: true, otherwise: 'scan', values: ['scan'] },
      help: 'scan, as without it, lists the secrets of the project.',
    },
  },
  options: {},
  refuses: ['index'],
  run: (_, context) =>
    withWorkspace(context, (workspace) => workspace.secrets(), { endsSoon: true }),
  json: (found) => snakeCased({ secrets: found }),
  present(found, page) {
    for (const { path, line, rule, name, fingerprint } of found)
      page.line(
        [
          `${printableLine(path)}:${line}`,
          rule,
          ...(name === rule ? [] : [printableLine(name)]),
          fingerprint,
        ]
          .filter((word) => word !== '')
          .join('  '),
      );
    const count = found.length === 1 ? '1 secret' : `${found.length} secrets`;
    page.line(found.length === 0 ? 'No secrets found.' : count);
  },
  exitCode: (found) => (found.length === 0 ? 0 : 1),
});
