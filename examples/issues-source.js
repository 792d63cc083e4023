// A source of its own: issues of a tracker, exported as JSON to tracker/*.json, from discovery to compression. As a module
// with a default export it can be named in `openWorkspace({ sources: [path] })` or in modules.sources of your own config.toml.
import { defineSource } from 'sheaf';

const HEADING = /^#\d+ /;

/** An export that is no JSON, or another JSON, is shown as it is: a source must take any text. */
function issuesIn(raw) {
  try {
    const issues = JSON.parse(raw);
    return Array.isArray(issues) ? issues : null;
  } catch {
    return null;
  }
}

const asText = ({ number = 0, title = '', body = '' } = {}) =>
  `#${Number(number)} ${String(title).replace(/\s+/g, ' ')}\n${String(body).trim()}\n`;

export default defineSource({
  name: 'issues',
  version: '1', // another number when the same file would be read otherwise
  discover: 'tracker/*.json',
  language: 'markdown',
  read: (raw) => issuesIn(raw)?.map((issue) => asText(issue ?? {})).join('\n') ?? raw,
  units: (text) => {
    const lines = text.replace(/\n$/, '').split('\n');
    const starts = lines.flatMap((line, i) => (HEADING.test(line) ? [i] : []));
    return starts.map((start, i) => ({
      firstLine: start + 1,
      lastLine: starts[i + 1] ?? lines.length,
      name: lines[start],
      kind: 'issue',
    }));
  },
  // In few tokens, titles say most.
  compress: (text, { maxTokens, count }) => {
    const titles = text.split('\n').filter((line) => HEADING.test(line));
    while (titles.length > 0 && count(`${titles.join('\n')}\n`) > maxTokens) titles.pop();
    return titles.length === 0 ? null : `${titles.join('\n')}\n`;
  },
});
