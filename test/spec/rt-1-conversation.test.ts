import { describe, expect, it } from 'vitest';
import { rankTurns } from '../../src/retrieve/conversation.ts';
import { recentTurns, standingRemarks } from '../../src/retrieve/sources.ts';
import { readTask } from '../../src/task/read-task.ts';
import { viewing } from '../support/view.ts';

const line = (day: number, who: string, text: string): string =>
  `[2024-05-0${day} 10:00] ${who}: ${text}`;
const TALK = `${[
  line(1, 'Ada', 'Good morning, did you sleep well?'),
  line(1, 'Ben', 'Fine. Which database did you pick for the ledger in the end?'),
  line(1, 'Ada', 'The small one, because it needs no server.'),
  line(1, 'Ben', 'Makes sense to me.'),
  line(2, 'Ada', 'The weather is nice today.'),
  line(2, 'Ben', 'It is. Yesterday I ran ten kilometres along the river.'),
  line(2, 'Ada', 'That is far! I never ran more than five.'),
  line(3, 'Ben', 'From now on always write tests before you merge.'),
  line(3, 'Ada', 'Understood.'),
].join('\n')}\n`;
const FILES = {
  '.sheaf/conversations/talk.txt': TALK,
  'src/ledger.py': 'def database_for_ledger():\n    return 1\n',
};

describe('RT-1 turns of a conversation', () => {
  it('finds an answer by the words of the question before it', () =>
    viewing(FILES, (view) => {
      const found = rankTurns(view, readTask('Which database is the ledger kept in?'), 3);
      expect(found.map(({ sequence }) => sequence)).toContain(2);
      expect(found.every(({ path }) => path === '.sheaf/conversations/talk.txt')).toBe(true);
    }));

  it('joins the forms of a word that no suffix joins', () =>
    viewing(FILES, (view) => {
      const [best] = rankTurns(view, readTask('How far does Ben run?'), 1);
      expect(best?.sequence).toBe(5);
    }));

  it('orders by score, then place, holds to the limit and finds nothing for nothing', () =>
    viewing(FILES, (view) => {
      const found = rankTurns(view, readTask('ledger database server river tests'), 4);
      expect(found).toHaveLength(4);
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(rankTurns(view, readTask(''), 4)).toEqual([]);
      expect(rankTurns(view, readTask('zebra'), 4)).toEqual([]);
    }));

  it('scores turns by the talk alone, whatever code lies beside it', async () => {
    const task = readTask('Which database is the ledger kept in?');
    const [alone, beside] = [
      await viewing({ '.sheaf/conversations/talk.txt': TALK }, (view) => rankTurns(view, task, 9)),
      await viewing(FILES, (view) => rankTurns(view, task, 9)),
    ];
    expect(beside.map(({ sequence, score }) => [sequence, score])).toEqual(
      alone.map(({ sequence, score }) => [sequence, score]),
    );
  });
});

describe('RT-1 what is included whatever the task', () => {
  it('collects standing instructions, each once, as it was last said', () =>
    viewing(
      {
        ...FILES,
        '.sheaf/conversations/later.txt': `${[
          line(8, 'Ben', 'From now on always write tests before you merge.'),
          line(8, 'Ada', 'Yes, yes.'),
        ].join('\n')}\n`,
      },
      (view) => {
        const remarks = standingRemarks(view).filter(({ text }) => text.includes('write tests'));
        expect(remarks.map(({ path, kind }) => [path, kind])).toEqual([
          ['.sheaf/conversations/later.txt', 'instruction'],
        ]);
      },
    ));

  it('gives the last turns of the newest conversation in their order', () =>
    viewing(FILES, (view) => {
      expect(recentTurns(view, 2).map(({ sequence }) => sequence)).toEqual([7, 8]);
      expect(recentTurns(view, 0)).toEqual([]);
    }));
});
