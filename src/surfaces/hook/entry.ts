import { text } from 'node:stream/consumers';
import { hook, type Program } from './client.ts';

/** `sheaf hook` and nothing else: loaded for every prompt, so without the rest of the program. */
export async function run(program: Program): Promise<void> {
  // A client that has gone away needs no answer.
  process.stdout.on('error', () => process.exit(0));
  const answer = await hook(await text(process.stdin), process.env, program);
  process.stdout.write(answer, () => process.exit(0));
}
