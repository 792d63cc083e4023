import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';
import { viewing } from '../support/view.ts';

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

const WRITTEN: Readonly<Record<string, string>> = {
  'logs/audit.csv': [
    'at,actor,action,object,detail',
    '2026-03-02T12:15:30Z,mara.holt,charging.disable,quay,"provider slow"',
    '2026-03-02T13:40:02Z,oli.berg,charging.enable,quay,"provider ok again"',
    '2026-03-04T07:30:00Z,pia.ost,banner.publish,spring,""',
    '2026-03-05T07:30:00Z,pia.ost,rota.publish,april,""',
    '',
  ].join('\n'),
  'db/V7__mooring.sql':
    'create table mooring (\n  id bigserial primary key,\n  code varchar(24) not null unique,\n  redeemed int not null default 0,\n  expires_at timestamptz not null\n);\n-- no check and no version column\n',
  'CONTRIBUTING.md': [
    '# Contributing\n',
    '- Branch from main, one topic per request, squash on merge, two people look at it.',
    '- Ruby: `bin/rubocop` before the push. Web: `npm run check`, no exceptions for anybody.',
    '- Specs: travel in time with `freeze_tide`, never with sleep.\n',
    '## Releases\n',
    'Tag on Friday, never in the week of the regatta.\n',
  ].join('\n'),
  'spec/tide_spec.rb': 'describe Tide do\n  it("ebbs") { expect(Tide.new.height).to eq(1) }\nend\n',
};

const LANGUAGES: Readonly<Record<string, string>> = {
  'web/src/i18n/index.ts':
    "import en from './en.json';\nimport pl from './pl.json';\n\nconst dictionaries = { en, pl };\nexport const translate = (key: string) => dictionaries.en[key] ?? key;\n",
  'web/src/i18n/en.json': '{ "berth": "Berth" }\n',
  'web/src/i18n/pl.json': '{ "berth": "Miejsce" }\n',
};
const TABLED: Readonly<Record<string, string>> = {
  'chat/claude/duplicate-mails.md': [
    '# Duplicate mails\n',
    '**You:** The retry sends every reminder again. What is the usual fix?\n',
    '**ChatGPT:** Make each reminder its own job, with a row or a column that it was sent.\n',
    '**You:** Good, we take the column for reminders. Different thing: how long do I boil an egg?\n',
    '**ChatGPT:** Nine minutes, then cold water.\n',
  ].join('\n'),
};

const promptOf = (task: string): Promise<string> =>
  inFolder(async (root) => {
    writeFiles(root, { ...FILES, ...WRITTEN, ...LANGUAGES, ...TABLED });
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

describe('SR-1 another matter in the same turn', () => {
  it('brings no answer to what is asked by the way', async () => {
    const prompt = await promptOf('reminders are sent twice, did we settle on a row or a column?');
    expect(prompt).toContain('we take the column');
    expect(prompt).not.toContain('Nine minutes');
  });
});

describe('SR-1 a language that is added', () => {
  it('leads to the code that lists the languages', async () => {
    expect(await promptOf('add Welsh to the website')).toContain('const dictionaries');
    expect(await promptOf('polish the website')).not.toContain('const dictionaries');
  });
});

describe('SR-1 what was written down stays with what it is about', () => {
  it('entries of a table of who did what as they were written, without the others', async () => {
    const prompt = await promptOf(
      'who switched charging off on 2 March, and when was it on again?',
    );
    expect(prompt).toContain('mara.holt,charging.disable,quay');
    expect(prompt).toContain('oli.berg,charging.enable,quay');
    expect(prompt).not.toContain('banner.publish');
  });

  it('a remark right behind the last definition of a file', () =>
    viewing(WRITTEN, (view) => {
      const file = view.state.files.find(({ path }) => path.endsWith('.sql'));
      const { chunks, text } = view.facts(file?.content ?? 0);
      expect(chunks.map(({ start, end }) => text.slice(start, end).trim())).toEqual([text.trim()]);
    }));

  it('a point of a guide that is called by what the task is about, and why says so', () =>
    inFolder(async (root) => {
      writeFiles(root, WRITTEN);
      const task = 'spec tide_spec is flaky, fails late in the evening';
      const { out } = await command(root, ['why', 'CONTRIBUTING.md', '--task', task]);
      expect(out).toContain('CONTRIBUTING.md tells how to do it under "- Specs:"');
    }));

  it('no point of a guide that only says how anything is fixed', () =>
    inFolder(async (root) => {
      writeFiles(root, {
        ...WRITTEN,
        'CONTRIBUTING.md': '# Contributing\n\n- If fixing a bug: link the issue, add a spec.\n',
      });
      const task = 'nobody can redeem a mooring, fix';
      const { out } = await command(root, ['why', 'CONTRIBUTING.md', '--task', task]);
      expect(out).not.toContain('tells how to do it');
    }));
});
