import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { KEYS } from '../../config/keys.ts';
import { SheafError } from '../../model/errors.ts';
import { inputSchema } from '../input-schema.ts';
import { defineOperation, needsValue, type Operation } from '../operation.ts';
import { DEFAULT_OPERATION, OPERATIONS } from '../table.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import { type Call, parseCall } from './parse.ts';

const parse = (...argv: string[]): Call => parseCall(argv, OPERATIONS, DEFAULT_OPERATION);

function run(...argv: string[]): Call & { kind: 'run' } {
  const call = parse(...argv);
  if (call.kind !== 'run') throw new Error(`asks for ${call.kind}`);
  return call;
}

function refusal(...argv: string[]): SheafError {
  try {
    parse(...argv);
  } catch (error) {
    if (error instanceof SheafError) return error;
    throw error;
  }
  throw new Error('not refused');
}

const toy: Operation = defineOperation({
  name: 'toy',
  summary: 'A toy',
  description: 'For tests.',
  examples: {},
  positionals: { first: { help: 'One.', required: true }, rest: { help: 'More.', words: true } },
  options: {
    number: { type: 'number', short: 'x', help: 'A number.', limits: [-10, 10] },
    verbose: { type: 'boolean', short: 'v', help: 'Talk.' },
    tags: { type: 'list', short: 't', help: 'Tags.' },
  },
  run: async (input) => {
    // The types of the input follow from the declaration; this would not compile otherwise.
    const typed: { first: string; rest: string | undefined; number: number | undefined } = input;
    const more: { verbose: boolean; tags: readonly string[] } = input;
    return { ...typed, ...more };
  },
  present: () => {},
});

const toyInput = (...argv: string[]): unknown => {
  const call = parseCall(['toy', ...argv], [toy], toy);
  return call.kind === 'run' ? call.input : call.kind;
};

describe('arguments', () => {
  it('takes values attached, next to the flag, and from bundled short flags', () => {
    const expected = { first: 'a', rest: undefined, number: 5, verbose: true, tags: [] };
    expect(toyInput('a', '--number=5', '--verbose')).toEqual(expected);
    expect(toyInput('--number', '5', '-v', 'a')).toEqual(expected);
    expect(toyInput('-vx5', 'a')).toEqual(expected);
    expect(toyInput('-vx', '5', 'a')).toEqual(expected);
    expect(toyInput('-x=5', 'a', '-v')).toEqual(expected);
  });

  it('knows negative numbers and - from flags', () => {
    expect(toyInput('-x', '-5.5', '-3', '-')).toMatchObject({
      number: -5.5,
      first: '-3',
      rest: '-',
    });
  });

  it('ends flags at --', () => {
    expect(toyInput('a', '--', '--verbose', '-x')).toMatchObject({
      first: 'a',
      rest: '--verbose -x',
      verbose: false,
    });
  });

  it('joins lists, repeated or with commas, and takes other flags twice only with one value', () => {
    expect(toyInput('a', '-t', 'x, y', '--tags=z', '-x', '2', '-x', '2')).toMatchObject({
      tags: ['x', 'y', 'z'],
      number: 2,
    });
    expect(() => toyInput('a', '-x', '1', '-x', '2')).toThrow('--number is given twice');
    expect(() => toyInput('a', '-v', '--no-verbose')).toThrow('--verbose is given twice');
  });

  it('switches off with --no- and =false', () => {
    expect(toyInput('a', '--no-verbose')).toMatchObject({ verbose: false });
    expect(toyInput('a', '--verbose=false')).toMatchObject({ verbose: false });
  });

  it.each([
    [['a', '-x', '11'], '-x must be a number from -10 to 10, not "11"'],
    [['a', '--number', '1e999'], '--number must be a number from -10 to 10, not "1e999"'],
    [['a', '--number', 'NaN'], '--number must be a number from -10 to 10, not "NaN"'],
    [['a', '--number'], '--number needs a value'],
    [['a', '--number', '--verbose'], '--number needs a value'],
    [['a', '--no-number'], 'unknown flag --no-number'],
    [['a', '--verbose=maybe'], '--verbose must be one of true, false, not "maybe"'],
    [['a', '-vz'], 'unknown flag -z'],
    [['a', '--__proto__=1'], 'unknown flag --__proto__=1'],
    [['a', '--constructor'], 'unknown flag --constructor'],
    [[], 'FIRST is missing'],
  ])('refuses %j', (argv, message) => {
    expect(() => toyInput(...argv)).toThrow(message);
  });

  it('never fails but with a usage error, whatever the arguments', () => {
    const argument = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '--',
        '-',
        '-x',
        '--number',
        '--tags=',
        '-v',
        '--json',
        '-5',
        '--=',
        '-=',
        '',
      ),
    );
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 6 }), (argv) => {
        try {
          parseCall(argv, [...OPERATIONS, toy], DEFAULT_OPERATION);
        } catch (error) {
          expect(error).toBeInstanceOf(SheafError);
          expect((error as SheafError).code).toBe('usage');
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('commands', () => {
  it('takes a text as a task', () => {
    expect(run('fix the parser').operation.name).toBe('assemble');
    expect(run('fix the parser').input).toMatchObject({ task: 'fix the parser', type: 'auto' });
    expect(run('fix', 'the', 'parser').input).toMatchObject({ task: 'fix the parser' });
    expect(run('--budget', '8k', 'fix the parser', '-q').input).toMatchObject({ budget: 8000 });
    expect(run('--', 'index').input).toMatchObject({ task: 'index' });
    expect(run('authentication').operation.name).toBe('assemble');
    expect(run('--task-file', 'x.md').operation.name).toBe('assemble');
    expect(run('-').input).toMatchObject({ task: '-' });
  });

  it('takes what stands behind a place as the task that the place is judged by', () => {
    const call = run('why', 'src/a.ts', 'fix', 'the parser', '--budget', '8k');
    expect(call.input).toMatchObject({ place: 'src/a.ts', task: 'fix the parser', budget: 8000 });
    expect(run('score', 'src/a.ts', '-t', 'fix it').input).toMatchObject({ task: 'fix it' });
    expect(refusal('why', 'src/a.ts', 'fix it', '--task', 'another').message).toMatch(/"fix it"/);
    expect(refusal('why', 'src/a.ts', 'fix it', '--task-file', 'x').message).toMatch(/together/);
    expect(refusal('summarize', 'a.md', 'b.md').message).toMatch(/does not take "b.md"/);
  });

  it('shows what there is where a command with actions stands alone', () => {
    expect(run('flow').input).toMatchObject({ action: 'list' });
    expect(run('evidence', '--json').input).toMatchObject({ action: 'status' });
    expect(run('secrets').input).toMatchObject({ action: 'scan' });
  });

  it('finds the command behind flags and their values', () => {
    const call = run('--root', 'search', '--set', 'a=b', 'index', '--status');
    expect(call.operation.name).toBe('index');
    expect(call.globals.root).toEqual(['search']);
  });

  it('asks back where a command is misspelt', () => {
    expect(refusal('serch').hint).toMatch(/did you mean sheaf search\?/);
    expect(refusal('serch', 'x').message).toBe('unknown command "serch"');
    expect(refusal('assembel', '--json').code).toBe('usage');
  });

  it('asks back where an action stands without its command', () => {
    expect(refusal('status').hint).toMatch(/did you mean sheaf evidence status\?/);
    expect(refusal('toggle', 'off', '300-399').hint).toMatch(/sheaf evidence toggle off 300-399\?/);
    expect(refusal('rank', 'e2', '50').message).toBe('rank is an action of sheaf evidence');
    expect(run('toggle', 'dark', 'mode').input).toMatchObject({ task: 'toggle dark mode' });
    expect(run('remove unused imports').operation.name).toBe('assemble');
    expect(run('--', 'status').input).toMatchObject({ task: 'status' });
    expect(run('focus', 'auth').meant).toBe('did you mean sheaf evidence focus auth?');
    expect(run('rename', 'a', 'b').meant).toBe('did you mean sheaf flow rename a b?');
    for (const task of [['rename', 'project'], ['toggle', 'dark', 'mode'], ['focus auth']]) {
      expect(run(...task).meant).toBeNull();
    }
  });

  it('asks back where a flag is misspelt', () => {
    expect(refusal('assemble', 'x', '--buget=8k').hint).toBe('did you mean --budget?');
    expect(refusal('search', 'x', '--task_file', 'y').hint).toBe('did you mean --task-file?');
    expect(refusal('index', '--stats').hint).toBe('did you mean --status?');
  });

  it('asks back where a word is misspelt', () => {
    expect(refusal('assemble', 'x', '--format', 'markdwon').hint).toBe('did you mean markdown?');
    expect(refusal('assemble', 'x', '--without', 'title,histry').hint).toBe(
      'did you mean history?',
    );
    expect(refusal('index', 'the files').message).toMatch(/ACTION must be one of gc/);
  });

  it('makes overrides of flags that stand for keys, above --set', () => {
    const { overrides } = run('x y', '--budget=8k', '--set', 'budget.max_tokens=1', '-f', 'xml');
    expect(overrides).toEqual([
      { key: 'budget.max_tokens', value: '1', flag: '--set' },
      { key: 'budget.max_tokens', value: 8000, flag: '--budget' },
      { key: 'assembly.format', value: 'xml', flag: '--format' },
    ]);
    expect(refusal('config', '--set', 'nonsense').message).toMatch(/KEY=VALUE/);
  });

  it('explains itself where nothing is asked, and where help is', () => {
    expect(parse()).toMatchObject({ kind: 'help', operation: null });
    expect(parse('--json')).toMatchObject({ kind: 'help', operation: null });
    expect(parse('-h')).toMatchObject({ kind: 'help', operation: null });
    expect(parse('index', '-h')).toMatchObject({ kind: 'help', operation: { name: 'index' } });
    expect(parse('completion', '--help')).toMatchObject({ kind: 'help' });
    expect(parse('index', '--version')).toMatchObject({ kind: 'version' });
  });
});

describe('a flag that may stand alone', () => {
  it.each([
    [['assemble', 'fix it', '--changed'], 'HEAD', 'fix it'],
    [['assemble', '--changed', 'fix it'], 'HEAD', 'fix it'],
    [['--changed', 'fix it now'], 'HEAD', 'fix it now'],
    [['assemble', '--changed', '-'], 'HEAD', '-'],
    [['assemble', 'fix it', '--changed', 'main~2'], 'main~2', 'fix it'],
    [['assemble', 'fix it', '--changed', 'main', '--json'], 'main', 'fix it'],
    [['--changed', 'main', 'fix it'], 'main', 'fix it'],
    [['assemble', '--changed=a b', 'fix it'], 'a b', 'fix it'],
    [['assemble', 'fix it'], undefined, 'fix it'],
  ])('takes a word as its value: %j', (argv, changed, task) => {
    const { operation, input } = run(...argv);
    expect(operation.name).toBe('assemble');
    expect(input).toMatchObject({ task });
    expect(input['changed']).toBe(changed);
  });
});

describe('the table of operations', () => {
  it('has same-named flags agree on whether they take a value, in all operations', () => {
    const takes = new Map<string, boolean>();
    for (const options of [GLOBAL_OPTIONS, ...OPERATIONS.map((o) => o.options)]) {
      for (const [name, option] of Object.entries(options)) {
        const marks = [name, ...(option.short === undefined ? [] : [`-${option.short}`])];
        for (const mark of marks) {
          const valued = needsValue(option);
          expect(takes.get(mark) ?? valued, mark).toBe(valued);
          takes.set(mark, valued);
        }
      }
    }
    expect(takes.size).toBeGreaterThan(20);
  });

  it('has no operation hide a global flag', () => {
    const shorts = Object.values(GLOBAL_OPTIONS).map((option) => option.short);
    for (const { name, options } of OPERATIONS) {
      for (const [option, { short }] of Object.entries(options)) {
        expect(Object.keys(GLOBAL_OPTIONS), name).not.toContain(option);
        if (short !== undefined) expect(shorts, name).not.toContain(short);
      }
    }
  });

  it('sets only keys that exist, with the words those accept', () => {
    const keyed = OPERATIONS.flatMap((o) => Object.values(o.options)).filter((o) => o.key);
    expect(keyed.length).toBeGreaterThan(3);
    for (const option of keyed) {
      const key = KEYS.find((candidate) => candidate.path === option.key);
      expect(key, option.key).toBeDefined();
      if (key?.kind === 'choice' && option.type === 'enum') {
        expect(option.values).toEqual(key.values);
      }
    }
  });

  it('shows examples that parse', () => {
    let seen = 0;
    for (const line of OPERATIONS.flatMap((o) => Object.keys(o.examples))) {
      const call = /(?:^|[|(] ?)sheaf ([^|>)]*)/.exec(line)?.[1] ?? '';
      const argv = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? '');
      expect(() => parse(...argv), line).not.toThrow();
      seen++;
    }
    expect(seen).toBeGreaterThan(15);
  });

  it('describes inputs as JSON Schema for doors that speak JSON', () => {
    const search = OPERATIONS.find((o) => o.name === 'search');
    if (search === undefined) throw new Error('no search');
    expect(inputSchema(search)).toMatchObject({
      type: 'object',
      properties: {
        query: { type: 'string' },
        limit: { type: 'integer', default: 20, minimum: 1 },
        files: { type: 'boolean', default: false },
      },
      additionalProperties: false,
    });
    const completion = OPERATIONS.find((o) => o.name === 'completion');
    expect(completion && inputSchema(completion)).toMatchObject({
      required: ['shell'],
      properties: { shell: { enum: ['bash', 'zsh', 'fish', 'powershell'] } },
    });
  });
});
