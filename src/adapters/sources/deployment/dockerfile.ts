import { type Block, definitionOf, type Lines, type Scan } from './units.ts';

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
  const resource = (first: number, last: number, title: string, own: string): Block => {
    const set = settings.filter(({ line }) => line >= first && line <= last);
    const names = [own, ...set.map(({ name }) => name)];
    return { first, last, kind: 'resource', name: title, names };
  };
  const blocks = stages.map(({ line, image, name }, at): Block => {
    const last = lines.trimmed(line, (stages[at + 1]?.line ?? lines.count + 1) - 1);
    const title = name || image;
    const meta = { kind: 'stage', name: title, image };
    return { ...resource(at === 0 ? 1 : line, last, `stage/${title}`, name), meta };
  });
  if (blocks.length === 0 && lines.count > 0) {
    blocks.push(resource(1, lines.count, 'instructions', ''));
  }
  return { blocks, definitions: blocks.map((block) => definitionOf(block, 'stage')) };
}
