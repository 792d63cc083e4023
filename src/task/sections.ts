import type { Frame, Sections } from '../model/task.ts';
import { isExceptionLine, readFrame } from '../text/traces.ts';
import { withoutBetween } from '../text/truncate.ts';
import { formReader } from './forms.ts';

const URL = /\bhttps?:\/\/[^\s)>\]"']+/g;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const INLINE = /`([^`\n]{1,300})`/g;
/** What is typed at a prompt, `>>> f()` or `In [1]: f()`; up to an empty line its answer follows. */
const PROMPT = /^\s{0,3}(?:>>> ?|In ?\[\d{1,4}\]: ?)/;
const IMPORT = /^(?:from [\w.]{1,80} import \S|import [\w.]{1,80}(?: as \w{1,40})?\s*$)/;

type Part = 'prose' | 'code' | 'frames' | 'exception';

/** Splits a task into the parts that count differently in a query, without what forms tell people to write or ask of their surroundings. */
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
  let isAnswer = false;
  const isFilledIn = formReader();
  for (const line of lines.slice(titleAt + 1)) {
    if (line.trim() === '') {
      parts.prose.push('');
      isAnswer = false;
      continue;
    }
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : '';
      continue;
    }
    if (isFilledIn(line, fence !== '')) continue;
    isAnswer ||= fence === '' && PROMPT.test(line);
    const isCode = fence !== '' || isAnswer || INDENTED.test(line) || IMPORT.test(line);
    const found = readFrame(line);
    if (found !== null) {
      frames.push(found);
      parts.frames.push(line);
    } else if (isExceptionLine(line)) parts.exception.push(line);
    else parts[isCode ? 'code' : 'prose'].push(line);
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
