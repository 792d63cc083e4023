import type { Frame, Sections } from '../model/task.ts';
import { isExceptionLine, readFrame } from '../text/traces.ts';
import { withoutBetween } from '../text/truncate.ts';

const URL = /\bhttps?:\/\/[^\s)>\]"']+/g;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const INLINE = /`([^`\n]{1,300})`/g;
/** Templates ask people to say these; they say nothing of the task. */
const TEMPLATE_HEADING = /^#{1,6}\s|^\*\*[^*\n]{1,60}\*\*:?\s*$/;

type Part = 'prose' | 'code' | 'frames' | 'exception';

/** Splits a task into the parts that count differently in a query, without comments, in which templates tell people what to write. */
export function sectionsOf(text: string): { sections: Sections; frames: Frame[] } {
  const said = withoutBetween(text, '<!--', '-->', ' ');
  const clean = said.replace(URL, ' ').replaceAll('\r', '');
  const lines = clean.split('\n');
  const titleAt = lines.findIndex((line) => line.trim() !== '');
  const title = titleAt < 0 ? '' : (lines[titleAt] ?? '').trim();
  const parts: Record<Part, string[]> = { prose: [], code: [], frames: [], exception: [] };
  const told = readFrame(title);
  const frames: Frame[] = told === null ? [] : [told];
  let fence = '';
  for (const line of lines.slice(titleAt + 1)) {
    if (line.trim() === '') {
      parts.prose.push('');
      continue;
    }
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : '';
      continue;
    }
    const found = readFrame(line);
    if (found !== null) {
      frames.push(found);
      parts.frames.push(line);
    } else if (isExceptionLine(line)) parts.exception.push(line);
    else if (fence !== '' || INDENTED.test(line)) parts.code.push(line);
    else parts.prose.push(line.replace(TEMPLATE_HEADING, ' '));
  }
  const quoted = [title, ...parts.prose].join('\n');
  const inline = Array.from(quoted.matchAll(INLINE), ([, code]) => code);
  return {
    frames,
    sections: {
      title,
      prose: parts.prose.join('\n'),
      inline: inline.join('\n'),
      code: parts.code.join('\n'),
      frames: parts.frames.join('\n'),
      exception: parts.exception.join('\n'),
    },
  };
}
