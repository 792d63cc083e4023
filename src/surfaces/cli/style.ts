/** Marks text for a terminal; each does nothing where colours are off. */
export type Style = Readonly<Record<'bold' | 'dim' | 'red' | 'cyan', (text: string) => string>>;

const paint =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`;

const COLOURED: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  cyan: paint(36, 39),
};

const same = (text: string): string => text;
const PLAIN: Style = { bold: same, dim: same, red: same, cyan: same };

/** Colours only on a terminal, and not where the user has said no (https://no-color.org). */
export function styleFor(
  isTTY: boolean,
  env: Readonly<Record<string, string | undefined>>,
  noColor: boolean,
): Style {
  const refused = noColor || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isTTY && !refused ? COLOURED : PLAIN;
}
