import { VERSION } from '../../model/version.ts';
import type { Context } from '../context.ts';
import type { Door } from '../doors/door.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';

/** What is served, and to whom it is told that it has ended. */
async function doorFor({ place, env, operations, signal }: Context): Promise<Door> {
  const { openDoor } = await import('../doors/door.ts');
  return openDoor({ root: place.root, env, operations, signal });
}

export const mcp: Operation = defineOperation({
  name: 'mcp',
  summary: 'Serve coding agents by MCP on standard input and output',
  description:
    'Speaks MCP on standard input and output, for coding agents that start it themselves. Starting reads nothing; the first question indexes the project and is answered from a part of it if that takes long. Tools take a root inside the folder that the server was started for, or a work tree of the same repository. Every answer names the state of the files it was made from.',
  examples: {
    'claude mcp add sheaf -- sheaf mcp': 'for an agent in the current project',
    'sheaf mcp --root ../other --profile full': 'all tools, for another project',
  },
  options: {
    profile: {
      type: 'enum',
      values: ['default', 'full'],
      default: 'default',
      help: 'Tools to offer: default has context, search and why; full adds score, evidence, summarize, budget, report and replay.',
    },
  },
  refuses: ['json', 'set', ...INDEX_FLAGS],
  local: true,
  async run({ profile }, context) {
    const door = await doorFor(context);
    const [{ offerOf }, { serveOnStdio }] = await Promise.all([
      import('../mcp/offer.ts'),
      import('../mcp/stdio.ts'),
    ]);
    await serveOnStdio(offerOf(door, VERSION, profile), context.signal);
    await door.close();
    return null;
  },
  present() {
    // Everything was said by the protocol.
  },
});
