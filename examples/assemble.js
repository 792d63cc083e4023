// The context for a task in one call: node examples/assemble.js [FOLDER] [TASK]
import { assemble } from 'sheaf';

const [root = '.', task = 'where is the configuration read'] = process.argv.slice(2);
const { prompt, sources, totalTokens } = await assemble({
  root,
  task,
  maxTokens: 2000,
  format: 'xml',
});
console.log(prompt);
console.error(`${totalTokens} tokens from ${sources.length} sources:`);
for (const { file, line, relevance } of sources) {
  console.error(`  ${relevance.toFixed(2)}  ${file}:${line}`);
}
