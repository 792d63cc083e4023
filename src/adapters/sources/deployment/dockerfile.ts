import { type Block, definitionOf, type Lines, type Scan, trimmedLast } from './units.ts';

const FROM = /^[ \t]*FROM[ \t]+(?:--[\w-]+=\S+[ \t]+)*(\S+)(?:[ \t]+AS[ \t]+(\S+))?/i;
const HEREDOC = /<<-?[ \t]*["']?([A-Za-z_]\w*)["']?/;
const SETS = /^[ \t]*(?:ENV|ARG)[ \t]+([A-Za-z_]\w*)/i;

/** One unit per stage; the lines before the first FROM go with it. */
export function scanDockerfile(lines: Lines): Scan {
  const stages: { line: number; image: string; name: string }[] = [];
  const settings: { line: number; name: string }[] = [];
  let until = '';
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.at(line).slice(0, 1000);
    if (until !== '') {
      if (text.trim() === until) until = '';
      continue;
    }
    const from = FROM.exec(text);
    if (from?.[1] !== undefined) stages.push({ line, image: from[1], name: from[2] ?? '' });
    const set = SETS.exec(text)?.[1];
    if (set !== undefined) settings.push({ line, name: set });
    if (/^[ \t]*(?:RUN|COPY|ADD)\b/i.test(text)) until = HEREDOC.exec(text)?.[1] ?? '';
  }
  const blocks = stages.map((stage, at): Block => {
    const first = at === 0 ? 1 : stage.line;
    const last = trimmedLast(lines, stage.line, (stages[at + 1]?.line ?? lines.count + 1) - 1);
    const names = settings
      .filter(({ line }) => line >= first && line <= last)
      .map(({ name }) => name);
    const title = stage.name === '' ? stage.image : stage.name;
    return {
      first,
      last,
      kind: 'resource',
      name: `stage/${title}`,
      names: [stage.name, ...names],
      meta: { kind: 'stage', name: title, image: stage.image },
    };
  });
  if (blocks.length === 0 && lines.count > 0) {
    blocks.push({
      first: 1,
      last: lines.count,
      kind: 'resource',
      name: 'instructions',
      names: settings.map(({ name }) => name),
    });
  }
  return {
    blocks,
    definitions: blocks.map((block) =>
      definitionOf(block, 'stage', block.meta?.['name'] ?? block.name),
    ),
  };
}
