import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Quay\n\nBerths for boats.\n',
  'chat/teams/berths.txt': [
    '[Export] Channel: Berths  |  2026-03-02 to 2026-03-04\n',
    'Mara Holt  02/03 08:00',
    'boats were billed twice for the berth, 14 of them\n',
    'Oli (night shift)  02/03 08:05',
    'the retry had no key, fixed in the evening\n',
    'Mara Holt  03/03 15:00',
    'fire drill moved to the afternoon\n',
    'Oli (night shift)  04/03 09:00',
    'somebody left paddles in the corridor\n',
  ].join('\n'),
  'chat/claude/swap-button.md': [
    '# Claude chat: where to put the swap button\n',
    '**Mara** Skippers do not find how to swap a berth. Where would you put the button?\n',
    '**Claude** Below the map of the berths, with the tide beside it.\n',
    '**Mara** We agreed: the swap button goes below the map.\n',
    '**Mara** Unrelated, a rhyme about herrings?\n',
    '**Claude** Silver in the net, the sun has not risen yet.\n',
  ].join('\n'),
  'chat/minutes/2026-03-20-retro.md': [
    '# Retro\n',
    'Good: refunds within a day.',
    'Bad: nobody knew who may close the harbour gate. -> only Mara or Oli.',
    'Fun: bowling on 10 April, sign up with Pia.\n',
  ].join('\n'),
};

const promptOf = (task: string): Promise<string> =>
  inFolder(async (root) => {
    writeFiles(root, FILES);
    const workspace = await openWorkspace({ root, warn: () => undefined });
    try {
      return (await workspace.assemble({ task })).prompt;
    } finally {
      await workspace.close();
    }
  });

describe('SR-1 talk, however it is written down', () => {
  it('below names with days without a year, is told by the turns that are meant', async () => {
    const prompt = await promptOf('boats are billed twice for a berth');
    expect(prompt).toContain('billed twice for the berth');
    expect(prompt).toContain('the retry had no key');
    expect(prompt).not.toContain('paddles');
    expect(prompt).not.toContain('fire drill');
  });

  it('behind bold names without a colon, too', async () => {
    const prompt = await promptOf('where does the swap button go, what was agreed?');
    expect(prompt).toContain('goes below the map');
    expect(prompt).not.toContain('Silver in the net');
  });

  it('a point without a time answers the one before only where it speaks of the same', async () => {
    const prompt = await promptOf('who may close the harbour gate?');
    expect(prompt).toContain('only Mara or Oli');
    expect(prompt).not.toContain('bowling');
  });
});
