/**
 * Question: of the turns that answer a question about a long conversation, how many are found?
 *
 *   node --import tsx bench/quality/conversation.ts [--mirrors DIR] [--from N] [--to N] [--form plain|messages]
 *
 * DIR/snap-research+LoCoMo/repo is a git directory with data/locomo10.json (ten dialogues of 19 to 32 sessions; CC
 * BY-NC, for measuring only). Each dialogue is written as a transcript into a workspace of its own. Recall is the
 * share of a question's evidence turns among the best 5 and 10, averaged over the questions that have evidence.
 * Developed on the first three dialogues.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { rankTurns } from '../../src/retrieve/conversation.ts';
import { readTask } from '../../src/task/read-task.ts';

interface Said {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
}
interface Dialogue {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, string | readonly Said[]>>;
  readonly qa: readonly {
    readonly question: string;
    readonly evidence?: readonly string[];
    readonly category: number;
  }[];
}

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '3' },
    form: { type: 'string', default: 'plain' },
  },
});
const TOPS = [5, 10];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const repository = join(values.mirrors, 'snap-research+LoCoMo', 'repo');
const shown = spawnSync('git', ['--git-dir', repository, 'show', 'HEAD:data/locomo10.json'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (shown.status !== 0) {
  say(`skipped: no snap-research/LoCoMo under ${values.mirrors}`);
  process.exit(0);
}
const dialogues = (JSON.parse(shown.stdout) as Dialogue[]).slice(
  Number(values.from) - 1,
  Number(values.to),
);

/** `1:56 pm on 8 May, 2023` as `2023-05-08 13:56`. */
function stamp(text: string): string {
  const [, hour = '', minute = '', half = '', day = '', month = '', year = ''] =
    /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(text) ?? [];
  const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
  const two = (n: number): string => String(n).padStart(2, '0');
  const number = months.indexOf(month.slice(0, 3)) / 3 + 1;
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return `${year}-${two(number)}-${two(Number(day))} ${two(hours)}:${minute}`;
}

function turnsOf({ conversation }: Dialogue): (Said & { readonly time: string })[] {
  const turns: (Said & { readonly time: string })[] = [];
  for (let session = 1; Array.isArray(conversation[`session_${session}`]); session++) {
    const time = stamp(String(conversation[`session_${session}_date_time`]));
    for (const said of conversation[`session_${session}`] as readonly Said[]) {
      turns.push({ ...said, time });
    }
  }
  return turns;
}

function transcript(turns: ReturnType<typeof turnsOf>): { name: string; text: string } {
  if (values.form === 'messages') {
    const messages = turns.map(({ speaker, text, time }) => ({ speaker, time, content: text }));
    return { name: 'dialogue.json', text: JSON.stringify({ messages }) };
  }
  const lines = turns.map(
    ({ speaker, text, time }) => `[${time}] ${speaker}: ${text.replace(/\s+/g, ' ')}`,
  );
  return { name: 'dialogue.txt', text: `${lines.join('\n')}\n` };
}

const totals = { questions: 0, recall: TOPS.map(() => 0) };
const row = (name: string, questions: number, recall: readonly number[]): void =>
  say(
    `${name.padEnd(10)} ${String(questions).padStart(5)}  ${recall.map((sum) => ((100 * sum) / Math.max(1, questions)).toFixed(1).padStart(5)).join(' ')}`,
  );
say(`dialogue   asked  recall of evidence turns in the best ${TOPS.join(' / ')}, %`);
for (const dialogue of dialogues) {
  const root = mkdtempSync(join(tmpdir(), 'sheaf-conversation-'));
  const turns = turnsOf(dialogue);
  const place = new Map(turns.map(({ dia_id }, i) => [dia_id, i]));
  const { name, text } = transcript(turns);
  mkdirSync(join(root, '.sheaf', 'conversations'), { recursive: true });
  writeFileSync(join(root, '.sheaf', 'conversations', name), text);
  const engine = await openEngine({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    config: DEFAULTS,
    warn: say,
    onProgress: () => {},
  });
  const view = await engine.view();
  if (view.lexical.lengths.length !== turns.length) {
    say(`${dialogue.sample_id}: ${turns.length} turns were read as ${view.lexical.lengths.length}`);
  }
  let questions = 0;
  const recall = TOPS.map(() => 0);
  for (const { question, evidence = [] } of dialogue.qa) {
    const named = evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []);
    const wanted = [...new Set(named)].flatMap((id) => place.get(id) ?? []);
    if (wanted.length === 0) continue;
    questions++;
    const found = rankTurns(view, readTask(question), Math.max(...TOPS)).map(
      ({ sequence }) => sequence,
    );
    TOPS.forEach((top, i) => {
      const best = new Set(found.slice(0, top));
      const share = wanted.filter((turn) => best.has(turn)).length / wanted.length;
      recall[i] = (recall[i] ?? 0) + share;
    });
  }
  view.close();
  engine.close();
  rmSync(root, { recursive: true });
  row(dialogue.sample_id, questions, recall);
  totals.questions += questions;
  totals.recall = totals.recall.map((sum, i) => sum + (recall[i] ?? 0));
}
row('all', totals.questions, totals.recall);
