// Can a project's own sheaf.toml, or one above it, act? Every command runs under strace, and what it asked of the system is read.
//   npx tsx bench/trust/configurations.ts [--from 0] [--to 99]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { from: { type: 'string', default: '0' }, to: { type: 'string', default: '99' } },
});
const SHEAF = join(import.meta.dirname, '../../bin/sheaf.js');
const CANARY = 'canary-of-another-folder';
/** `OUT` is a folder beside the project that no command has any business with. */
const CONFIGURATIONS: readonly string[] = [
  'summarization.provider = "openai-compatible"\nsummarization.base_url = "http://127.0.0.1:9/v1"',
  'summarization.provider = "ollama"',
  'summarization.provider = "openai-compatible"\nsummarization.api_key_env = "AWS_SECRET_ACCESS_KEY"',
  'relevance.semantic.provider = "openai-compatible"\nrelevance.semantic.base_url = "http://localhost:9/v1"',
  'relevance.semantic.provider = "ollama"',
  'relevance.semantic.provider = "transformers"\nrelevance.semantic.model = "OUT"',
  'relevance.reranker.enabled = true\nrelevance.reranker.base_url = "http://[::1]:9/v1"',
  'relevance.reranker.enabled = true\nrelevance.reranker.api_key_env = "HOME@127.0.0.1"',
  'models.allowed_hosts = ["example.org"]\nsummarization.base_url = "https://example.org/v1"',
  'modules.sources = ["OUT/evil.js"]',
  'modules.tokenizers = ["./evil.js"]',
  'summarization.caching.cache_path = "OUT"',
  'summarization.caching.cache_path = "../outside/cache"',
  'sources.documentation.paths = ["OUT/*"]',
  'sources.documentation.paths = ["../outside/**"]',
  'sources.documentation.always_include = ["../outside/canary.md"]',
  'sources.logs.paths = ["OUT/*.log"]',
  'sources.conversation.paths = ["../../**/*.jsonl"]',
  'sources.conversation.home_transcripts = true',
  'workspace.roots = ["../outside"]',
  'workspace.roots = [{ path = "OUT", name = "x" }]',
  'index.max_file_bytes = 4000000000',
  'sources.logs.max_bytes = 4000000000',
  'index.history_commits = 10000000',
  'sources.deployment.redact_secrets = false',
  '[summarization]\nprovider = "ollama"\n[relevance.semantic]\nprovider = "ollama"\n[relevance.reranker]\nenabled = true',
];
const COMMANDS: readonly (readonly string[])[] = [
  ['assemble', 'why does the canary sing', '--budget', '8k'],
  ['index'],
  ['search', 'canary'],
  ['summarize', 'note.md'],
  ['gather', 'why does the canary sing'],
  ['ask', 'what covers the canary'],
  ['verify', 'canary'],
];
/** What Sheaf and Node keep in the temporary folder: the second index of `verify`, compiled programs. */
const TEMPORARY = ['sheaf-verify-', 'node-compile-cache'].map((name) => join(tmpdir(), name));
const TRACED =
  'trace=%network,execve,execveat,openat,open,creat,mkdir,rename,renameat2,unlink,symlink,link';

/** What of a trace no project may cause. */
function offences(trace: string, folder: string, isOwn: (path: string) => boolean): string[] {
  return trace.split('\n').filter((line) => {
    if (/ E[A-Z]+ \(/.test(line) && !line.includes('connect(')) return false;
    if (/(?:connect|sendto|sendmsg)\(.*AF_INET/.test(line)) return true;
    const program = /execve(?:at)?\((?:AT_FDCWD, )?"([^"]+)"/.exec(line)?.[1];
    if (program !== undefined) return !/\/(?:node|git)$/.test(program);
    const path = /(?:openat?\((?:AT_FDCWD, )?|creat\()"([^"]+)"/.exec(line)?.[1];
    if (path === undefined) return false;
    if (path.startsWith(join(folder, 'outside'))) return true;
    return /O_WRONLY|O_RDWR|O_CREAT|creat\(/.test(line) && !isOwn(path);
  });
}

let [traced, bad] = [0, 0];
for (const [number, toml] of CONFIGURATIONS.entries()) {
  if (number < Number(values.from) || number > Number(values.to)) continue;
  for (const place of ['project/part', 'project']) {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-trust-'));
    const [root, outside, home] = ['project/part', 'outside', 'home'].map((name) =>
      join(folder, name),
    );
    if (root === undefined || outside === undefined || home === undefined) continue;
    for (const made of [root, outside, join(folder, 'project/outside'), home])
      mkdirSync(made, { recursive: true });
    writeFileSync(
      join(root, 'note.md'),
      `# Canary\n\n${'The canary sings at noon. '.repeat(400)}\n`,
    );
    writeFileSync(join(root, 'app.py'), 'def sing(canary):\n    return canary.song\n');
    for (const name of ['canary.md', 'canary.log', 'talk.jsonl', 'evil.js'])
      writeFileSync(join(outside, name), `${CANARY}\n`);
    writeFileSync(join(folder, place, 'sheaf.toml'), `${toml.replaceAll('OUT', outside)}\n`);
    const isOwn = (path: string): boolean =>
      [join(root, '.sheaf'), home, '/dev/', '/proc/', ...TEMPORARY].some((own) =>
        path.startsWith(own),
      );
    for (const command of COMMANDS) {
      const file = join(folder, 'trace');
      const { stdout, signal } = spawnSync(
        'strace',
        [
          '-f',
          '-qq',
          '-s',
          '300',
          '-e',
          TRACED,
          '-o',
          file,
          process.execPath,
          SHEAF,
          ...command,
          '--root',
          root,
        ],
        {
          encoding: 'utf8',
          timeout: 60_000,
          input: '',
          env: {
            PATH: process.env['PATH'],
            HOME: home,
            XDG_CACHE_HOME: join(home, 'cache'),
            AWS_SECRET_ACCESS_KEY: 'k',
          },
        },
      );
      traced++;
      const found = offences(readFileSync(file, 'utf8'), folder, isOwn);
      if (stdout.includes(CANARY)) found.push('the canary is in the output');
      if (signal !== null) found.push(`ended by ${signal}`);
      if (found.length > 0) bad++;
      for (const line of found.slice(0, 3))
        process.stdout.write(`${number} ${place} ${command[0]}: ${line.slice(0, 200)}\n`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
process.stdout.write(`${traced} traced runs, ${bad} bad\n`);
