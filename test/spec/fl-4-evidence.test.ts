import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvidence, writeEvidence } from '../../src/flow/evidence-text.ts';
import { kindOf, parsePart } from '../../src/flow/names.ts';
import { readProvenance, writeProvenance } from '../../src/flow/provenance.ts';
import type { Provenance } from '../../src/model/evidence.ts';
import { runs } from '../support/runs.ts';

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
  it('is one comment with source, content id, span and tags, in this order', () => {
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
      { numRuns: runs(2000) },
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
      { numRuns: runs(2000) },
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
