import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envText } from '../../src/flow/env.ts';
import { readEvidence, writeEvidence } from '../../src/flow/evidence-text.ts';
import { kindOf, parsePart } from '../../src/flow/names.ts';
import { readProvenance, writeProvenance } from '../../src/flow/provenance.ts';
import type { Provenance } from '../../src/model/evidence.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '-->',
        '--',
        ';',
        '; ',
        '=',
        ',',
        '\n',
        '%',
        '%2D',
        '"',
        "'",
        '`',
        '🎉',
        '\ud800',
        ' ',
        '<!--',
        '-',
        'a',
      ),
    )
    .map((pieces) => pieces.join('')),
);
const text = odd.filter((value) => value !== '');

const provenance: fc.Arbitrary<Provenance> = fc.record({
  uri: text.map((path) => `file://${path}`),
  cid: fc.constant('sha256:abc123'),
  span: fc.option(
    fc.record({
      unit: fc.constantFrom('lines' as const, 'bytes' as const),
      ranges: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
    }),
    { nil: null },
  ),
  tags: fc.array(text, { maxLength: 4 }),
  more: fc.constant({}),
});

describe('FL-4 provenance', () => {
  it('is written as S0 shows it', () => {
    expect(
      writeProvenance({
        uri: 'file://core/flow.sh',
        cid: 'sha256:abc123',
        span: { unit: 'lines', ranges: [[100, 200]] },
        tags: ['flow', 'manager'],
        more: {},
      }),
    ).toBe(
      '<!-- source_uri=file://core/flow.sh; cid=sha256:abc123; span=lines=100:200; tags=flow,manager -->',
    );
  });

  it('comes back without loss, in one comment on one line, whatever it holds', () => {
    fc.assert(
      fc.property(provenance, (value) => {
        const written = writeProvenance(value);
        expect(written.indexOf('-->')).toBe(written.length - 3);
        expect(written).not.toContain('\n');
        expect(readProvenance(written)).toEqual(value);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps any content apart from what stands around it', () => {
    fc.assert(
      fc.property(provenance, odd, text, (value, body, title) => {
        const read = readEvidence(writeEvidence(title, value, body));
        expect(read.body).toBe(body);
        expect(read.provenance?.uri).toBe(value.uri);
        expect(read.provenance?.tags).toEqual(value.tags);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes hand-written parts as they are', () => {
    expect(readEvidence('just text\n')).toMatchObject({ provenance: null, body: 'just text\n' });
    expect(readEvidence('')).toMatchObject({ title: null, body: '' });
  });
});

describe('FL-2 names', () => {
  it('are short enough for any system, and those of different long names differ', () => {
    const long = 'ž'.repeat(4000);
    expect(Buffer.byteLength(`100_${kindOf(long, hash)}.evidence.md.skip`)).toBeLessThan(255);
    expect(kindOf(`${long}a`, hash)).not.toBe(kindOf(`${long}b`, hash));
    expect(kindOf('flow.sh', hash)).toBe('flow_sh');
  });

  it('are read back from any kind', () => {
    fc.assert(
      fc.property(text, fc.nat(999), (name, rank) => {
        const kind = kindOf(name, hash);
        const file = `ctx/evidence/${String(rank).padStart(3, '0')}_${kind}.evidence.md.skip`;
        expect(parsePart(file)).toMatchObject({ rank, kind, role: 'evidence', state: 'skipped' });
      }),
    );
  });
});

describe('FL-10 env', () => {
  const has = (shell: string): boolean => {
    try {
      execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const NAMES = [
    "it's",
    'a b',
    'line\nbreak',
    '$(touch /tmp/x)',
    '`id`',
    '"; exit 3; "',
    '\\',
    "\\'",
    '!!',
    '-n',
    '*',
    'ž🎉',
    ';--',
    '%s',
    "'\\''",
  ];

  it.each((['sh', 'bash', 'zsh', 'fish'] as const).filter(has))(
    'is safe to eval in %s',
    (shell) => {
      const script = envText(
        shell,
        NAMES.map((name, i) => [`e${i + 1}`, name]),
      );
      const show = NAMES.map((_, i) => `printf '%s\\0' "$e${i + 1}"`).join('\n');
      const out = execFileSync(
        shell,
        [
          '-c',
          `eval "$SCRIPT"\n${show}`.replace(
            'eval "$SCRIPT"',
            shell === 'fish' ? 'eval (printf "%s" $SCRIPT | string collect)' : 'eval "$SCRIPT"',
          ),
        ],
        {
          encoding: 'utf8',
          env: { ...process.env, SCRIPT: script },
        },
      );
      expect(out.split('\0').slice(0, -1)).toEqual(NAMES);
    },
  );
});
