const CELL = /(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^",;\t]*))/g;

/** The rows of a table with commas, semicolons or tabs between its cells. Cells do not go over several lines. */
export const csvRows = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      Array.from(line.matchAll(CELL), ([, quoted, plain = '']) =>
        (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim(),
      ),
    );
