// Are the tricks of Trojan Source and tag characters seen, and are clean files left alone?
//   npx tsx bench/trust/hidden.ts [--mirror DIR] [--most 12000] [--show]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hiddenIn } from '../../src/text/hidden.ts';

const { values } = parseArgs({
  options: {
    mirror: { type: 'string', default: process.env['SHEAF_MIRROR'] ?? '../.mirror' },
    most: { type: 'string', default: '12000' },
    show: { type: 'boolean', default: false },
  },
});
const TRICKS = 'nickboucher+trojan-source';
/** Its files with an attack are called by it. */
const ATTACK =
  /(?:commenting-?out|early-?return|homoglyph-?function|invisible-?function|stretched-?string)\.[a-z]+$/i;
const SHOWN = /visualization/;
const NO_TEXT =
  /\.(?:png|jpe?g|gif|ico|woff2?|ttf|eot|pdf|zip|gz|mo|wasm|jar|exe|bin|der|p12|mp[34]|webp|bmp|snap)$/i;
const LARGEST = 400_000;

interface File {
  readonly path: string;
  readonly text: string;
}
function* filesOf(name: string): Generator<File> {
  const mirrored = join(values.mirror, name, 'repo');
  const repo = existsSync(join(mirrored, '.git')) ? join(mirrored, '.git') : mirrored;
  if (!existsSync(join(repo, 'HEAD'))) return;
  const listed = execFileSync('git', ['--git-dir', repo, 'ls-tree', '-r', '-l', '-z', 'HEAD'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
    .split('\0')
    .flatMap((line) => {
      const [meta = '', path = ''] = line.split('\t');
      const [, type, id = '', size] = meta.split(/\s+/);
      const isText = type === 'blob' && Number(size) < LARGEST && !NO_TEXT.test(path);
      return isText ? [{ path, id }] : [];
    });
  const { stdout } = spawnSync('git', ['--git-dir', repo, 'cat-file', '--batch'], {
    input: `${listed.map(({ id }) => id).join('\n')}\n`,
    maxBuffer: 1 << 30,
  });
  let at = 0;
  for (const { path } of listed) {
    const line = stdout.indexOf(10, at);
    const [, kind, told] = stdout.toString('latin1', at, line).split(' ');
    const size = Number(told ?? 0);
    const bytes = stdout.subarray(line + 1, line + 1 + size);
    // A mirror may lack its largest files, of which only a line tells.
    at = line + 1 + (kind === 'missing' ? 0 : size + 1);
    const text = bytes.toString('utf8');
    if (!bytes.includes(0) && !text.includes('\ufffd')) yield { path, text };
  }
}

const attacks = [...filesOf(TRICKS)].filter(({ path }) => ATTACK.test(path) && !SHOWN.test(path));
const missed = attacks.filter(({ text }) => hiddenIn(text) === 0);
process.stdout.write(
  `Trojan Source: ${attacks.length - missed.length} of ${attacks.length} flagged\n`,
);
for (const { path } of missed) process.stdout.write(`  missed ${path}\n`);

const tags = Array.from({ length: 0x60 }, (_, i) => String.fromCodePoint(0xe0020 + i));
const unseen = tags.filter((tag) => hiddenIn(`say hello${tag} to all`) === 0);
process.stdout.write(`tag characters: ${tags.length - unseen.length} of ${tags.length} flagged\n`);

let [files, flagged] = [0, 0];
for (const name of readdirSync(values.mirror).sort()) {
  if (name === TRICKS || files >= Number(values.most)) continue;
  for (const { path, text } of filesOf(name)) {
    files++;
    if (hiddenIn(text) === 0) continue;
    flagged++;
    if (values.show) process.stdout.write(`  flagged ${name} ${path}\n`);
  }
}
process.stdout.write(`clean files: ${flagged} of ${files} flagged\n`);
