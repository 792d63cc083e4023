import type { Frame, Sections } from '../model/task.ts';
import { isExceptionLine, readFrame } from '../text/traces.ts';

const URL = /\bhttps?:\/\/[^\s)>\]"']+/g;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const INLINE = /`([^`\n]{1,300})`/g;
/** Templates ask people to say these; they say nothing of the task. */
const TEMPLATE_HEADING = /^#{1,6}\s|^\*\*[^*\n]{1,60}\*\*:?\s*$/;

export interface Sectioned {
  readonly sections: Sections;
  readonly frames: readonly Frame[];
}

/** Splits a task into the parts that count differently in a query. */
export function sectionsOf(text: string): Sectioned {
  const clean = withoutComments(text).replace(URL, ' ').replaceAll('\r', '');
  const lines = clean.split('\n');
  const titleAt = lines.findIndex((line) => line.trim() !== '');
  const title = titleAt < 0 ? '' : (lines[titleAt] ?? '').trim();
  const parts = {
    prose: [] as string[],
    code: [] as string[],
    frames: [] as string[],
    exception: [] as string[],
  };
  const inline: string[] = [];
  const frames: Frame[] = [];
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
  for (const match of quoted.matchAll(INLINE)) inline.push(match[1] ?? '');
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

/** Without HTML comments, in which templates tell people what to write. One that never closes is none. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('<!--', at);
    const close = open === -1 ? -1 : text.indexOf('-->', open + 4);
    if (close === -1) break;
    parts.push(text.slice(at, open));
    at = close + 3;
  }
  parts.push(text.slice(at));
  return parts.join(' ');
}
