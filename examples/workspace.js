// A project that stays open for many questions, with a time limit for each: node examples/workspace.js [FOLDER]
import { openWorkspace, SheafError } from 'sheaf';

const workspace = await openWorkspace({ root: process.argv[2] ?? '.' });
try {
  const signal = AbortSignal.timeout(60_000);
  const task = 'where is the configuration read';
  for (const maxTokens of [500, 2000]) {
    const { totalTokens, parts } = await workspace.assemble({ task, maxTokens, signal });
    console.log(`${maxTokens}: ${totalTokens} tokens, ${parts.length} parts`);
  }
  const [best] = await workspace.search({ query: task, find: 'files', limit: 1, signal });
  console.log(`best file: ${best?.path}`);
  await workspace.assemble({ task, format: 'pdf' });
} catch (error) {
  if (!(error instanceof SheafError)) throw error;
  console.log(`${error.code}: ${error.message}`);
} finally {
  await workspace.close();
}
