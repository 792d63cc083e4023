import { lineStarts } from '../../../../math/lines.ts';
import { tidyName } from '../names.ts';
import { type Notes, plainMark } from '../notes.ts';
import type { Scanner } from './scanner.ts';
import { unsure } from './unsure.ts';

/** What a line may be; the name is the first group. No pattern looks at a character twice. */
const COMMENT = /^\s*[#;]/;
const HEADER = /^\s*\[\s*([^\n]*)\](?:\s*|\s+[#;].*)$/;
/** A colon inside a name parts nothing: `@scope:registry=…`. */
const SETTING = /^\s*([^\s=;#[][^=;#]*?)\s*(?:=|:(?=\s|$))/;

interface Open {
  readonly kind: 'section' | 'key';
  readonly name: string;
  readonly row: number;
  readonly start: number;
}

/** A section or a setting ends with the last line that belongs to it. */
function close(notes: Notes, { kind, name, row, start }: Open, end: number, lastRow: number): void {
  const own = tidyName(name, kind);
  const place = { nameRow: row, firstRow: row, lastRow, start, end };
  notes.marks.push(plainMark(kind, own.name, place, [], own.owner));
}

/**
 * Reads settings line by line. A line that is indented more than the setting before it goes on with its value; one that looks like a
 * setting itself does so only where that setting has no value on its own line (`deps =`), as git and editors indent settings, too.
 */
export const scanIni: Scanner = (notes) => {
  const { text } = notes;
  const starts = lineStarts(text);
  let section: Open | null = null;
  let key: Open | null = null;
  let keyIndent = 0;
  let isList = false;
  let goesOn = false;
  let end = 0;
  let lastRow = 0;
  const closeKey = (): void => {
    if (key !== null) close(notes, key, end, lastRow);
    key = null;
  };
  const closeSection = (): void => {
    closeKey();
    if (section !== null) close(notes, section, end, lastRow);
  };

  for (let row = 0; row < starts.length; row++) {
    const start = starts[row] ?? 0;
    const next = starts[row + 1] ?? text.length;
    const line = text.slice(start, next).trimEnd();
    const indent = line.search(/\S/);
    if (indent === -1) {
      goesOn = false;
      continue;
    }
    const isMore: boolean = goesOn || (key !== null && indent > keyIndent);
    if (!goesOn && COMMENT.test(line)) {
      notes.docs.push([row, row]);
      continue;
    }
    const setting: RegExpExecArray | null =
      isMore && (goesOn || isList) ? null : SETTING.exec(line);
    const header = isMore || setting !== null ? null : HEADER.exec(line);
    goesOn = line.endsWith('\\') && !line.endsWith('\\\\');
    if (header !== null) {
      closeSection();
      section = { kind: 'section', name: header[1] ?? '', row, start: start + indent };
    } else if (setting !== null) {
      closeKey();
      key = { kind: 'key', name: setting[1] ?? '', row, start: start + indent };
      keyIndent = indent;
      isList = setting[0].length === line.length;
    } else if (!isMore) {
      // A key without a value (`skip-networking`); anything else is no file of settings.
      if (line.charCodeAt(indent) === 91) unsure();
      closeKey();
    }
    end = next;
    lastRow = row;
  }
  closeSection();
};
