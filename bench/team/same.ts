import { basename } from 'node:path';
import { note, say } from '../support/table.ts';
import { copyOf, type Ground, tasksFor } from './ground.ts';

/** Are prompts and plans the same bytes from a file of one's own, from the team's store, and from one over the other? */
export async function same(
  ground: Ground,
  schema = 'same',
  onIndexed: () => void = () => undefined,
): Promise<void> {
  const { server, trees, tasks, scratch, sheaf } = ground;
  for (const tree of trees) {
    const [alone, teams, over] = [0, 1, 2].map(() => copyOf(tree, scratch));
    if (alone === undefined || teams === undefined || over === undefined) continue;
    const team = { store: server.url, schema, repository: tree };
    const open = (root: string, config: object) =>
      sheaf.openWorkspace({ root, config, warn: (sentence) => note(sentence) });
    const workspaces = [
      await open(alone, {}),
      await open(teams, { team: { ...team, role: 'writer' } }),
    ] as const;
    await workspaces[1].update();
    onIndexed();
    const all = [...workspaces, await open(over, { team: { ...team, role: 'reader' } })];
    const differing = [0, 0, 0];
    for (const task of tasksFor(tree, tasks)) {
      const answers: string[] = [];
      for (const workspace of all) {
        const { prompt, plan } = await workspace.assemble({ task });
        answers.push(`${prompt}\0${JSON.stringify(plan)}`);
      }
      answers.forEach((answer, i) => {
        if (answer !== answers[0]) differing[i] = (differing[i] ?? 0) + 1;
      });
    }
    for (const workspace of all) await workspace.close();
    const [, stored, overlaid] = differing;
    say(
      `${basename(tree)}: of ${tasks} tasks ${stored} differ from the team's store, ${overlaid} over it`,
    );
  }
}
