/* A terminal as an animated picture: what was typed appears letter by letter, what came back line by line. No script. */

export interface Typed {
  readonly command: string;
  readonly output: readonly string[];
}

const LINE = 20;
const WIDTH = 860;
const LETTER = 7.8;
const PAD = 18;
const BAR = 34;
/** Seconds. */
const PER_LETTER = 0.035;
const PER_LINE = 0.06;
const PAUSE = 1.1;
const AT_END = 5;

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

interface Shown {
  readonly text: string;
  readonly kind: 'typed' | 'said';
  readonly at: number;
}

function timed(session: readonly Typed[]): {
  readonly lines: readonly Shown[];
  readonly end: number;
} {
  const lines: Shown[] = [];
  let at = 0.4;
  for (const { command, output } of session) {
    lines.push({ text: `$ ${command}`, kind: 'typed', at });
    at += command.length * PER_LETTER + 0.4;
    for (const text of output) {
      lines.push({ text, kind: 'said', at });
      at += PER_LINE;
    }
    lines.push({ text: '', kind: 'said', at });
    at += PAUSE;
  }
  return { lines, end: at + AT_END };
}

/** The picture of a session; it begins again and again, and stands still for those who want no motion. */
export function terminalPicture(session: readonly Typed[]): string {
  const { lines, end } = timed(session);
  const height = BAR + PAD + lines.length * LINE;
  const share = (seconds: number): string => `${((100 * seconds) / end).toFixed(2)}%`;
  const rules = lines.map(({ kind, text, at }, i) => {
    if (kind === 'said')
      return `@keyframes l${i}{0%,${share(at)}{opacity:0}${share(at + 0.01)},100%{opacity:1}}.l${i}{animation:l${i} ${end.toFixed(1)}s infinite}`;
    const typedBy = at + text.length * PER_LETTER;
    return `@keyframes l${i}{0%,${share(at)}{clip-path:inset(0 100% 0 0)}${share(typedBy)},100%{clip-path:inset(0)}}.l${i}{animation:l${i} ${end.toFixed(1)}s steps(${text.length}) infinite}`;
  });
  const texts = lines.map(
    ({ kind, text }, i) =>
      `<text class="l${i} ${kind}" x="${PAD}" y="${BAR + (i + 1) * LINE}" xml:space="preserve">${escaped(text.slice(0, Math.floor((WIDTH - 2 * PAD) / LETTER)))}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Sheaf in a terminal">`,
    `<style>text{font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#cfd6d2}.typed{fill:#8fe0c4;font-weight:600}${rules.join('')}@media (prefers-reduced-motion:reduce){text{animation:none!important}}</style>`,
    `<rect width="${WIDTH}" height="${height}" rx="10" fill="#161a18"/>`,
    ...['#ee6a5f', '#f5bd4f', '#61c454'].map(
      (colour, i) => `<circle cx="${20 + 18 * i}" cy="18" r="5.5" fill="${colour}"/>`,
    ),
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}
