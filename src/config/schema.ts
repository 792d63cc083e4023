import { z } from 'zod';
import {
  choice,
  flag,
  fraction,
  integer,
  MAX_TOKENS,
  number,
  percent,
  section,
  text,
  tokens,
} from './declare.ts';
import type { Config } from './defaults.ts';
import type { SchemaNode } from './generate.ts';
import { clashes } from './rules.ts';
import { index, sources } from './schema-sources.ts';

/*
 * The one declaration of every key. `npm run docs` makes from it: defaults.ts (type and defaults), keys.ts (the
 * table that checks a file without loading zod), docs/config.md and schema/sheaf.schema.json.
 */

const weight = (value: number, help: string) =>
  fraction(value, `${help} Weights are divided by their sum.`);

const budget = section('How many tokens there are and who gets them.', {
  max_tokens: integer(
    100_000,
    { min: 1, max: MAX_TOKENS },
    "The model's whole window in tokens: context, reserves and answer together.",
  ),
  reserve_for_output: tokens(8000, "Tokens kept free for the model's answer."),
  reserve_for_system: tokens(2000, 'Tokens kept free for the system prompt.'),
  reserve_for_query: tokens(0, 'Tokens kept free for the question that is sent with the context.'),
  headroom_tokens: tokens(0, 'Tokens kept free beside the reserves.'),
  per_document_overhead_tokens: tokens(
    0,
    "The least a document's marker is counted as; the marker's real tokens count if they are more.",
  ),
  overflow_strategy: choice(
    ['truncate', 'summarize', 'prioritize', 'error'],
    'prioritize',
    'When not everything fits: cut the excess, lower the level of the least relevant, keep the most relevant, or fail and say by how much.',
  ),
  tokenizer: choice(
    ['o200k', 'cl100k', 'claude', 'chars4'],
    'o200k',
    'How tokens are counted. `claude` is an estimate on top of o200k, `chars4` takes four characters as a token.',
  ),
  allocation: section(
    'Share of each tier in percent; together 100. What a tier leaves over flows to the next.',
    {
      primary: percent(50, 'What the task is about.'),
      supporting: percent(30, 'Related files and dependencies.'),
      reference: percent(15, 'Documentation and examples.'),
      history: percent(5, 'Conversation and earlier attempts.'),
    },
  ),
});

const factors = section('What a relevance score is made of.', {
  task_alignment: section('How directly an item is about the task.', {
    weight: weight(1, 'Weight of this factor.'),
  }),
  recency: section('How lately an item changed, against the newest of the index.', {
    weight: weight(0, 'Weight of this factor.'),
    decay_days: number(7, { min: 0.01, max: 36_500 }, 'Days until the factor has decayed.'),
  }),
  mention_density: section('How often an item is mentioned.', {
    weight: weight(0, 'Weight of this factor.'),
  }),
  dependency_depth: section('How far an item is from the task in the import graph.', {
    weight: weight(0, 'Weight of this factor.'),
    max_depth: integer(3, { min: 1, max: 100 }, 'Steps beyond which the factor is 0.'),
  }),
  file_type: section('What kind of file it is.', {
    weight: weight(0, 'Weight of this factor.'),
    priorities: section('Value of the factor by kind of file.', {
      source_code: fraction(1, 'Source code.'),
      test_code: fraction(0.9, 'Tests.'),
      requirements: fraction(0.8, 'Requirements and specifications.'),
      documentation: fraction(0.7, 'Documentation.'),
      config: fraction(0.6, 'Configuration.'),
    }),
  }),
});

const MAX_WAIT_MS = 600_000;
const timeout = (value: number) =>
  integer(value, { min: 1, max: MAX_WAIT_MS }, 'Milliseconds to wait for an answer of the model.');
const keyName = text(
  'OPENAI_API_KEY',
  'Name of the environment variable that holds the key, if the endpoint needs one. Never the key itself.',
);
const address = text(
  'http://127.0.0.1:11434/v1',
  'Address of an OpenAI-compatible endpoint. Text is sent to other machines only if the variable ALLOWED_SHEAF_HOSTS names their host, which no project file can do.',
);

const semantic = section('Search by meaning, beside search by words.', {
  provider: choice(
    ['lsa', 'openai-compatible', 'ollama', 'transformers', 'none'],
    'lsa',
    'Who says how close meanings are: `lsa` learns from the project itself and needs no network; the others ask a model; `none` switches it off.',
  ),
  mix: number(
    0.5,
    { min: 0, max: 100 },
    'What the closest meaning counts against the best match of words (1), in documentation and research.',
  ),
  base_url: address,
  model: text(
    'nomic-embed-text',
    'Name of the embedding model; for `transformers` the folder it lies in.',
  ),
  dimensions: integer(
    0,
    { min: 0, max: 65_536 },
    'Length of the vectors of the model; 0 to take what it gives.',
  ),
  max_batch: integer(64, { min: 1, max: 2048 }, 'Most texts in one request.'),
  api_key_env: keyName,
  timeout_ms: timeout(20_000),
});

const reranker = section('A language model that looks at the best files once more.', {
  enabled: flag(false, 'Ask a model to mark the best files.'),
  files: integer(20, { min: 1, max: 200 }, 'How many of the best files are marked.'),
  mix: number(1, { min: 0, max: 100 }, 'What a full mark counts against the best score (1).'),
  base_url: address,
  model: text('qwen2.5-coder', 'Name of the chat model.'),
  api_key_env: keyName,
  timeout_ms: timeout(60_000),
});

const relevance = section('What counts as relevant.', {
  preset: choice(
    ['measured', 'classic'],
    'measured',
    'Where weights and limits that you do not set come from: what was measured to find most, or the classic numbers.',
  ),
  scoring_method: choice(
    ['keyword', 'semantic', 'hybrid'],
    'hybrid',
    'Search by words, by meaning, or by both.',
  ),
  fusion: choice(
    ['weighted', 'rrf'],
    'weighted',
    'How the signals of a file become one score: `weighted` adds their strengths, `rrf` their reciprocal ranks (k = 60).',
  ),
  semantic,
  reranker,
  factors,
  thresholds: section('Scores that decide on the tier of an item; they must not fall.', {
    include_minimum: fraction(0.3, 'Below this an item is left out.'),
    supporting_threshold: fraction(0.5, 'From here on an item is supporting context.'),
    primary_threshold: fraction(0.7, 'From here on an item is primary context.'),
  }),
});

const NO_LIMIT = -1;
const tokenLimit = (value: number, help: string) =>
  section(help, {
    token_limit: integer(
      value,
      { min: NO_LIMIT, max: MAX_TOKENS },
      'Most tokens a document may take at this level; -1 for no limit.',
    ),
  });

const summarization = section('How documents are shortened.', {
  enabled: flag(true, 'May documents be shortened at all? If not, they are whole or absent.'),
  provider: choice(
    ['none', 'openai-compatible', 'ollama'],
    'none',
    'Who writes summaries: `none` makes them offline, the same every time; the others ask a language model, section by section, and fall back to that.',
  ),
  base_url: address,
  model: text('qwen2.5-coder', 'Name of the chat model.'),
  api_key_env: keyName,
  timeout_ms: timeout(60_000),
  window_tokens: integer(
    4096,
    { min: 1024, max: MAX_TOKENS },
    'Tokens the model can hold at once, text and answer together; a longer text is cut into sections.',
  ),
  max_calls: integer(
    32,
    { min: 1, max: 10_000 },
    'Most questions to the model for one summary; a document that needs more is shortened offline first.',
  ),
  max_calls_per_context: integer(
    32,
    { min: 0, max: 100_000 },
    'Most questions to the model for the summaries of one assembled context; what is left is shortened offline. A summary that was kept counts as when it was made.',
  ),
  levels: section('The levels of detail a document can have.', {
    full: tokenLimit(NO_LIMIT, 'The whole document.'),
    detailed: tokenLimit(2000, 'Signatures, types and doc comments.'),
    summary: tokenLimit(500, 'A paragraph on purpose and contents.'),
    stub: tokenLimit(100, 'That it exists: path, type, last change, line count.'),
  }),
  caching: section('Summaries that were made are kept.', {
    enabled: flag(true, 'Keep summaries for the next time.'),
    cache_path: text(
      '',
      'Folder below the root where they are kept, a file each; empty to keep them in the index file.',
    ),
    invalidate_on_change: flag(
      true,
      'Make a new summary when the document has changed; if not, an old one serves until it is too old.',
    ),
    max_age_hours: integer(
      24,
      { min: 0, max: 876_000 },
      'Hours after which a summary is made anew; 0 for never.',
    ),
  }),
});

const assembly = section('How the chosen items become one context.', {
  packing_strategy: choice(
    ['optimal', 'greedy', 'interleaved', 'score-weighted'],
    'optimal',
    'How the budget is filled: with the most worth, by score and document, taking turns, or strictly by score.',
  ),
  dedup_threshold: fraction(0.8, 'Items that overlap more than this are duplicates; one stays.'),
  max_chunks_per_doc: integer(
    0,
    { min: 0, max: 1_000_000 },
    'Most pieces of one document; 0 for no limit.',
  ),
  prefer_recent: flag(false, 'Prefer documents that changed lately.'),
  include_metadata: flag(true, 'Say where each piece comes from.'),
  format: choice(
    ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'],
    'mdctx',
    'Format of the context.',
  ),
  cache_ttl_seconds: integer(
    300,
    { min: 0, max: 86_400 },
    'Seconds for which a running process uses again what it gathered for a task, as long as no file changes; 0 for never.',
  ),
  min_headroom_tokens: tokens(0, 'Tokens that packing leaves free.'),
});

const sheaf = z
  .strictObject({ budget, relevance, summarization, assembly, sources, index })
  .superRefine((config, context) => {
    for (const clash of clashes(config)) {
      context.addIssue({ code: 'custom', message: clash.message, path: [...clash.keys] });
    }
  });

export const schema: z.ZodType<Config> = sheaf;

/** JSON Schema (2020-12) of a `sheaf.toml`; everything else that is generated is read off it. */
export const jsonSchema = (): SchemaNode => {
  const { $schema, ...rest } = z.toJSONSchema(sheaf, { io: 'input', target: 'draft-2020-12' });
  return {
    $schema,
    title: 'sheaf.toml',
    description: 'Configuration of Sheaf. Every key is optional.',
    ...rest,
  } as SchemaNode;
};
