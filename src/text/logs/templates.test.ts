import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mineTemplates } from './templates.ts';

const drawn = (messages: readonly string[], levels: readonly string[] = []): string[] =>
  mineTemplates(messages, levels).map(({ template, ids }) => `${ids.length} × ${template}`);

describe('SR-2 messages that differ in values share a template', () => {
  it('puts numbers, addresses, paths, times and sizes aside', () => {
    expect(
      drawn([
        'served /a/b.png to 10.0.0.1:80 in 12 ms',
        'served /c.png to 10.0.0.22:8080 in 3 s',
        'took 512 bytes (0.5 KB) since Sun Jul  3 23:16:09 2005',
        'took 9 bytes since Mon Jul  4 01:02:03 2005',
      ]),
    ).toEqual(['2 × served <*> to <*> in <*>', '2 × took <*> since <*>']);
  });

  it('finds names by their number and by the words before them', () => {
    const users = ['anna', 'ben', 'cleo', 'dora', 'emil', 'finn'];
    expect(drawn(users.map((user) => `login of ${user} accepted`))).toEqual([
      '6 × login of <*> accepted',
    ]);
    expect(drawn(['session closed for user anna', 'session closed for user ben'])).toEqual([
      '2 × session closed for user <*>',
    ]);
  });

  it('keeps words apart that make another message', () => {
    expect(
      drawn(['cache is on', 'cache is off', 'link is up', 'state=up now', 'state=down now']),
    ).toHaveLength(5);
  });

  it('never merges different exceptions, error words, codes or levels', () => {
    expect(drawn(['caught KeyError here 1', 'caught ValueError here 2'])).toHaveLength(2);
    expect(drawn(['write 1 to disk failed', 'write 2 to disk passed'])).toHaveLength(2);
    expect(drawn(['exited with code 1', 'exited with code 137'])).toEqual([
      '1 × exited with code 1',
      '1 × exited with code 137',
    ]);
    expect(
      drawn([
        'GET /a status: 200 len: 5',
        'GET /b status: 200 len: 6',
        'GET /c status: 503 len: 7',
      ]),
    ).toHaveLength(2);
    expect(drawn(['disk 1 checked', 'disk 2 checked'], ['info', 'error'])).toHaveLength(2);
  });

  it.each([
    ['read of block 7 gave errno=2', 'read of block 7 gave errno=13'],
    ['store answered with code=-1001', 'store answered with code=-1009'],
    ['write signalled (kStoreError_Gone)', 'write signalled (kStoreError_Full)'],
    ["client can't use the old profile", 'client will use the old profile'],
  ])('takes %j for a fault, and %j for another message', (one, other) => {
    expect(mineTemplates([one, other])).toHaveLength(2);
  });

  it('puts a few messages with a value of several words to the many they belong to', () => {
    const usual = Array.from(
      { length: 200 },
      (_, i) => `synchronized to 10.0.0.${i}, stratum ${i}`,
    );
    const stray = 'synchronized to LOCAL(0), stratum 10';
    const [only, ...rest] = mineTemplates([stray, ...usual]);
    expect(rest).toEqual([]);
    expect(only?.ids).toHaveLength(201);
    expect(only?.template).toBe('synchronized to <*>, stratum <*>');
    // As many as one in a hundred, or a fault, are a message of their own.
    expect(mineTemplates([stray, stray, stray, ...usual])).toHaveLength(2);
    const failed = 'synchronized to failed source, stratum 10';
    expect(mineTemplates([failed, ...usual])).toHaveLength(2);
  });

  it('parts the messages: each is in exactly one group, groups in order of their first', () => {
    const words = fc.constantFrom(
      'user',
      'anna',
      'failed',
      'KeyError',
      '12',
      '0x1f',
      '/a/b',
      'ok',
      'a=1',
      '()',
      '"',
      'Jan',
    );
    const message = fc.oneof(
      fc.array(words, { maxLength: 8 }).map((list) => list.join(' ')),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 80 }), (messages) => {
        const templates = mineTemplates(messages);
        const ids = templates.flatMap((template) => template.ids);
        expect([...ids].sort((a, b) => a - b)).toEqual(messages.map((_, i) => i));
        const firsts = templates.map((template) => template.ids[0] ?? -1);
        expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
      }),
    );
  });

  it('gives equal messages equal groups, however often they come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a b c', 'a b d', 'x 1', 'x 2', 'failed x'), { maxLength: 40 }),
        (messages) => {
          for (const { ids } of mineTemplates(messages)) {
            for (const id of ids) {
              const twins = messages.flatMap((m, i) => (m === messages[id] ? [i] : []));
              expect(twins.every((twin) => ids.includes(twin))).toBe(true);
            }
          }
        },
      ),
    );
  });
});
