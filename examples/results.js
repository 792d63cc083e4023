// Results of a search of your own, as a context: without duplicates, by document, within the budget.
import { assembleResults } from 'sheaf';

const { context, sources, tokenCount, truncated } = await assembleResults(
  [
    { id: '1', path: 'docs/sessions.md', text: 'A session ends after an hour.', score: 0.9 },
    { id: '2', path: 'src/session.py', line: 12, text: 'LIFETIME = 3600\n', score: 0.8 },
    { id: '3', path: 'docs/copy.md', text: 'A session ends after an hour.', score: 0.7 },
  ],
  { task: 'why do sessions end', maxTokens: 300, format: 'markdown', includeSources: true },
);
console.log(context);
console.error({ tokenCount, truncated, used: sources.map(({ id }) => id) });
