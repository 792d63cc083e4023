import type { z } from 'zod';
import { fixedTrue, flag, fraction, integer, list, MAX_BYTES, section, tokens } from './declare.ts';
import type { Config } from './defaults.ts';

/* Keys of `[sources.*]` and `[index]`; see schema.ts. */

/** The keys all six sources share. */
const common = (threshold: number, where: string) => ({
  enabled: flag(true, 'Use this source.'),
  threshold: fraction(threshold, 'Least relevance of an item from this source.'),
  max_tokens: tokens(0, 'Most tokens this source may take; 0 for no limit of its own.'),
  paths: list([], `Further places of this source, as globs relative to the root. ${where}`),
});

const conversation = section('What was said: chat transcripts.', {
  ...common(0.3, 'Transcripts under .sheaf/conversations are found without it.'),
  recent_messages_verbatim: integer(
    10,
    { min: 0, max: 100_000 },
    'How many of the newest messages are kept word for word.',
  ),
  compress_older: flag(
    true,
    'May older messages stand in fewer words where they do not fit? If not, they come word for word or not at all.',
  ),
});

const research = section('What was found out: notes, saved searches, fetched pages.', {
  ...common(0.5, 'Notes under .sheaf/research and docs/research are found without it.'),
  include_web_searches: flag(true, 'Use saved searches and fetched pages.'),
  include_agent_outputs: flag(true, 'Use what agents wrote before.'),
});

const documentation = section('What was written down: prose, decision records, API descriptions.', {
  ...common(0.4, 'Documentation formats are found without it.'),
  always_include: list(
    ['project.md', 'conventions.md'],
    'Files that belong into every context, as globs, beside AGENTS.md, CLAUDE.md, README and CONTRIBUTING.',
  ),
});

const code = section('The program itself.', {
  ...common(0.5, 'Source files are found without it.'),
  include_types: flag(true, 'Use files that only declare types.'),
  include_tests: flag(true, 'Use tests.'),
  include_imports: flag(
    true,
    'Let imports count where relevance.factors.dependency_depth has a weight.',
  ),
});

const deployment = section('How it runs: environments, manifests, pipelines.', {
  ...common(0.6, 'The usual files are found without it.'),
  include_env_configs: flag(true, 'Use .env files; names only, never values.'),
  include_k8s: flag(true, 'Use Kubernetes and Helm files.'),
  redact_secrets: fixedTrue(
    'Secret values are replaced by their names before anything is stored. This can not be switched off: an index or prompt with a real secret in it can not be taken back.',
  ),
});

const logs = section('What happened: log files.', {
  ...common(0.7, '*.log files and logs folders are found without it.'),
  log_window_hours: integer(
    24,
    { min: 1, max: 876_000 },
    'Hours before the newest entry of a log that are read.',
  ),
  filter_noise: flag(true, 'Leave out pieces that only repeat others.'),
  max_bytes: integer(
    8_388_608,
    { min: 1024, max: MAX_BYTES },
    'Most bytes of one log that are read, from its end.',
  ),
});

export const sources: z.ZodType<Config['sources']> = section('The six places context comes from.', {
  conversation,
  research,
  documentation,
  code,
  deployment,
  logs,
});

export const index: z.ZodType<Config['index']> = section('What is indexed and kept.', {
  max_file_bytes: integer(
    2_097_152,
    { min: 1024, max: MAX_BYTES },
    'Files larger than this are left out (logs have a limit of their own).',
  ),
  ignore: list([], 'Further files to leave out, as .gitignore patterns.'),
  states_kept: integer(
    10,
    { min: 1, max: 10_000 },
    'How many states (commits, work trees) an index keeps; older ones go at `sheaf index gc`.',
  ),
  history_commits: integer(
    50_000,
    { min: 0, max: 10_000_000 },
    'Most commits of the history that are read, newest first; 0 for none.',
  ),
});
