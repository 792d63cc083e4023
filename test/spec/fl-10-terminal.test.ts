import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, inFolder, SHEAF, sheaf, writeFiles } from '../support/project.ts';
import { hasTerminal, openTerminal, skippedLoudly, type Terminal } from '../support/terminal.ts';

/** The project that the example session is typed in. */
const PROJECT = {
  'core/flow.sh':
    '#!/bin/sh\n. core/state_manager.sh\nfunction flow_start() {\n  state_save "$1"\n}\n',
  'core/assembler.sh': '#!/bin/sh\n. core/flow.sh\nassemble() {\n  flow_start demo\n}\n',
  'core/state_manager.sh': 'state_save() {\n  echo "$1" > state\n}\n',
  'core/error_handler.sh': 'handle_error() {\n  echo "error handling: $1" >&2\n}\n',
  'test/errors.sh': '# error handling must print to standard error\nhandle_error boom\n',
  'test/flow.sh': 'flow_start again\n',
  'auth/login.sh':
    '# authentication: asks for a name and a password\nauthentication_login() { :; }\n',
  'auth/token.sh': '# authentication tokens\nauthentication_token() { :; }\n',
  'examples/run.sh': '#!/bin/sh\nflow_start demo\n',
};
const PROMPT = 'sheaf> ';

describe.skipIf(!hasTerminal)('FL-10 the example session, typed in a terminal', () => {
  let root = '';
  let terminal: Terminal;
  let leave: () => void = () => {};
  let over: Promise<void> = Promise.resolve();

  /** Types a line and gives what came before the next prompt. */
  const run = async (line: string): Promise<string> => {
    const prompts = (): number => terminal.screen().match(/^sheaf>/gm)?.length ?? 0;
    const before = prompts();
    await terminal.type(`${line}\r`);
    const deadline = performance.now() + 30_000;
    while (prompts() === before || !terminal.screen().endsWith('\nsheaf>')) {
      if (performance.now() > deadline) throw new Error(`no prompt:\n${terminal.screen()}`);
      await new Promise((wake) => setTimeout(wake, 30));
    }
    const text = terminal.screen();
    const from = text.lastIndexOf(`${PROMPT}${line}`);
    expect(from, text).toBeGreaterThan(-1);
    const body = text.slice(from + PROMPT.length + line.length);
    return body.slice(0, body.lastIndexOf(`\n${PROMPT.trim()}`)).trim();
  };

  beforeAll(async () => {
    over = inFolder(async (folder) => {
      root = folder;
      writeFiles(root, PROJECT);
      git(root, 'init', '-q');
      sheaf(['--root', root, 'flow', 'new', 'Fix parser']);
      const id = readFileSync(join(root, '.sheaf/flows/current'), 'utf8').trim();
      const evidence = join(root, '.sheaf/flows', id, 'ctx/evidence');
      mkdirSync(evidence, { recursive: true });
      const add = (path: string, rank: number): void => {
        const { code, err } = sheaf(['--root', root, 'add', path, '--rank', String(rank)]);
        expect(err).toBe('');
        expect(code).toBe(0);
      };
      add('core/flow.sh', 100);
      add('core/assembler.sh', 110);
      add('core/state_manager.sh', 120);
      add('core/error_handler.sh', 130);
      add('test/flow.sh', 200);
      add('test/errors.sh', 250);
      symlinkSync('../../../../../examples/run.sh', join(evidence, '300_example.evidence.link'));
      writeFileSync(join(evidence, '400_example.evidence.md'), 'An example by hand.\n');
      terminal = openTerminal(
        [process.execPath, SHEAF, '--root', root, '--set', 'budget.max_tokens=10000', 'shell'],
        { cwd: root, env: { SHELL: '/bin/bash', SHEAF_BUDGET_MAX_TOKENS: '10000' } },
      );
      await new Promise<void>((done) => {
        leave = done;
      });
      terminal.close();
    });
    const deadline = performance.now() + 60_000;
    while (terminal === undefined && performance.now() < deadline) {
      await new Promise((wake) => setTimeout(wake, 50));
    }
    await terminal.until(/^sheaf>/m);
  }, 120_000);
  afterAll(async () => {
    leave();
    await over;
  });

  it('shows what is loaded, the plan and the budget', async () => {
    const status = await run('/evidence status');
    expect(status).toMatch(/● e1 100_flow_sh\.evidence\.md {2}\d+ \(~\d+ tokens\)/);
    expect(status).toContain('→ e7 300_example.evidence.link');
    expect(status).toMatch(/Budget: \d+% of 10000 token limit$/);
    const plan = JSON.parse(await run('/evidence plan')) as Record<string, unknown>;
    expect(Object.keys(plan).slice(0, 6)).toEqual([
      ...['version', 'flow_id', 'order_rule', 'parts', 'total_bytes', 'ctx_digest'],
    ]);
    expect(await run('/evidence budget')).toMatch(/^000–099 {2}2 parts/);
  }, 120_000);

  it('passes other lines to the shell with the evidence as variables', async () => {
    expect(await run('cat $e1')).toContain('## Evidence: core/flow.sh');
    expect(await run('grep "function" $e1')).toBe('function flow_start() {');
    expect(await run('diff $e1 $e3')).toContain('> ## Evidence: core/state_manager.sh');
    expect(await run('echo $EVIDENCE_COUNT')).toBe('8');
    expect(await run('test -f "$FLOW_DIR/ctx/000_policy.system.md" && echo there')).toBe('there');
  }, 120_000);

  it('grooms evidence, and tells each change in a block', async () => {
    const block = (what: string): RegExp =>
      new RegExp(
        `^✓ ${what}\\n {2}Bytes: \\d+ \\(~\\d+ tokens\\)\\n {2}Total context: \\d+ bytes \\(~\\d+ tokens\\)\\n {2}Budget: \\d+% of 10000 token limit`,
      );
    expect(await run('/evidence toggle off 300-399')).toContain('1 link stays active');
    expect(await run('/evidence toggle on 300_example')).toContain('nothing to change');
    expect(await run('/evidence toggle 200_test_flow_sh')).toMatch(
      block('Toggled off: 200_test_flow_sh\\.evidence\\.md\\.skip'),
    );
    expect(await run('/evidence rank 100_flow_sh 50  # Move to higher priority')).toMatch(
      block('Ranked: 050_flow_sh\\.evidence\\.md'),
    );
    expect(await run('/evidence rank 050_flow_sh 100')).toMatch(
      block('Ranked: 100_flow_sh\\.evidence\\.md'),
    );
    expect(await run('/evidence remove 400_example')).toMatch(
      block('Removed: 400_example\\.evidence\\.md'),
    );
    expect(await run('/evidence rebase')).toMatch(/^✓ Rebased/);
  }, 120_000);

  it('answers questions, focuses and names dependencies', async () => {
    const covers = await run('/ask "What evidence covers error handling?"');
    expect(covers).toMatch(/^Shows: .*130_error_handler_sh\.evidence\.md/);
    expect(covers).toMatch(/^Shows: .*_errors_sh\.evidence\.md/);
    const missing = await run(`/ask "What's missing for authentication?"`);
    expect(missing).toMatch(/^Suggests: .*auth\/login\.sh/m);
    expect(missing).toContain('auth/token.sh');
    expect(await run('/ask "What evidence is redundant?"')).toBe('Nothing found.');
    const before = await run('/evidence status');
    expect(await run('/evidence focus "error handling"')).toContain('switched off');
    expect(await run('/evidence status')).toContain('○ e1 100_flow_sh.evidence.md.skip');
    await run('/evidence focus off');
    expect(await run('/evidence status')).toBe(before);
    const deps = await run('/evidence deps 100_flow_sh');
    expect(deps).toContain('Referenced by 110_assembler_sh.evidence.md:8');
    expect(deps).toContain('Calls functions in 120_state_manager_sh.evidence.md');
  }, 120_000);

  it('completes commands, names and paths, and keeps its history and the session', async () => {
    await terminal.type('/evid\t');
    await terminal.until(/^sheaf> \/evidence$/m);
    await terminal.type('deps 130_\t');
    await terminal.until(/^sheaf> \/evidence deps 130_error_handler_sh$/m);
    await terminal.type('\u0015/add core/ass\t');
    await terminal.until(/^sheaf> \/add core\/assembler\.sh$/m);
    await terminal.type('\u0003');
    await terminal.until(/\^C\nsheaf>$/);
    expect(await run('sleep 5 & echo one')).toMatch(/one/);
    await terminal.type('\u001b[A');
    await terminal.until(/sheaf> sleep 5 & echo one$/);
    await terminal.type('\u0015');
    // A program that reads has the terminal; an interrupt ends it and not the shell.
    await terminal.type('cat\r');
    await terminal.until(/sheaf> cat$/);
    await new Promise((wake) => setTimeout(wake, 500));
    await terminal.type('typed to cat\r');
    await terminal.until(/typed to cat\ntyped to cat/);
    await terminal.type('\u0003');
    await terminal.until(/sheaf>$/);
    expect(await run('echo still here')).toBe('still here');
    await terminal.type('/exit\r');
    const history = join(root, '.sheaf/flows/.history');
    expect(existsSync(history)).toBe(true);
    expect(readFileSync(history, 'utf8')).toContain('/evidence deps 100_flow_sh');
  }, 120_000);
});

if (!hasTerminal) skippedLoudly('no tmux and no script: the session was not typed in a terminal');
