import { type KeyOf, type KeySpec, type Section, type SectionSpec, specOf } from './key-spec.ts';
import { INDEX, SOURCES } from './source-keys.ts';

/*
 * The one declaration of every key; those of the sources and the index are in source-keys.ts. It is plain data, so that
 * reading it at start-up costs next to nothing, and its literal types are what the type `Config` is inferred from. What is
 * declared once and used in several places has to be written `X as typeof X`: isolated declarations infer no identifiers.
 */

const budget = {
  help: 'How many tokens there are and who gets them.',
  keys: {
    max_tokens: {
      kind: 'integer',
      default: 100_000,
      min: 1,
      max: 100_000_000,
      help: "The model's whole window in tokens: context, reserves and answer together.",
    },
    reserve_for_output: {
      kind: 'integer',
      default: -1,
      min: -1,
      max: 100_000_000,
      help: "Tokens kept free for the model's answer; -1 for 8000, or 8 % of a window below 100,000.",
    },
    reserve_for_system: {
      kind: 'integer',
      default: -1,
      min: -1,
      max: 100_000_000,
      help: 'Tokens kept free for the system prompt; -1 for 2000, or 2 % of a window below 100,000.',
    },
    reserve_for_query: {
      kind: 'tokens',
      default: 0,
      help: 'Tokens kept free for the question that is sent with the context.',
    },
    headroom_tokens: { kind: 'tokens', default: 0, help: 'Tokens kept free beside the reserves.' },
    per_document_overhead_tokens: {
      kind: 'tokens',
      default: 0,
      help: "The least a document's marker is counted as; the marker's real tokens count if they are more.",
    },
    overflow_strategy: {
      kind: 'choice',
      values: ['truncate', 'summarize', 'prioritize', 'error'],
      default: 'prioritize',
      help: 'What to do when content exceeds the budget: cut the excess, lower the level of the least relevant, keep the most relevant, or fail and say by how much.',
    },
    tokenizer: {
      kind: 'choice',
      values: ['o200k', 'cl100k', 'claude', 'chars4'],
      default: 'o200k',
      help: 'How tokens are counted. `claude` is an estimate on top of o200k, `chars4` takes four characters as a token.',
    },
    allocation: {
      help: 'Share of each tier in percent; together 100. What a tier leaves over flows to the next.',
      keys: {
        primary: { kind: 'percent', default: 50, help: 'What the task is about.' },
        supporting: { kind: 'percent', default: 30, help: 'Related files and dependencies.' },
        reference: { kind: 'percent', default: 15, help: 'Documentation and examples.' },
        history: { kind: 'percent', default: 5, help: 'Conversation and earlier attempts.' },
      },
    },
  },
} as const;

const address = {
  kind: 'text',
  default: 'http://127.0.0.1:11434/v1',
  guard: 'user',
  help: 'Address of an OpenAI-compatible endpoint. Text is sent to other machines only if models.allowed_hosts names their host.',
} as const;
const keyName = {
  kind: 'text',
  default: 'OPENAI_API_KEY',
  guard: 'user',
  help: 'Name of the environment variable that holds the key, if the endpoint needs one. Never the key itself.',
} as const;
const chatModel = {
  kind: 'text',
  default: 'qwen2.5-coder',
  help: 'Name of the chat model.',
} as const;
const timeout = (value: number): KeyOf<'integer'> => ({
  kind: 'integer',
  default: value,
  min: 1,
  max: 600_000,
  guard: 'lower',
  help: 'Milliseconds to wait for an answer from the model.',
});
const noWeight = {
  kind: 'fraction',
  default: 0,
  help: 'Weight of this factor. Weights are divided by their sum.',
} as const;

const relevance = {
  help: 'What counts as relevant.',
  keys: {
    preset: {
      kind: 'choice',
      values: ['measured', 'classic'],
      default: 'measured',
      help: 'Where weights and limits that you do not set come from: what was measured to find most, or the classic numbers.',
    },
    scoring_method: {
      kind: 'choice',
      values: ['keyword', 'semantic', 'hybrid'],
      default: 'hybrid',
      help: 'Search by words, by meaning, or by both.',
    },
    fusion: {
      kind: 'choice',
      values: ['weighted', 'rrf'],
      default: 'weighted',
      help: 'How the signals of a file become one score: `weighted` adds their strengths, `rrf` their reciprocal ranks (k = 60).',
    },
    semantic: {
      help: 'Search by meaning, beside search by words.',
      keys: {
        provider: {
          kind: 'choice',
          values: ['lsa', 'openai-compatible', 'ollama', 'transformers', 'none'],
          default: 'lsa',
          help: 'Who says how close meanings are: `lsa` learns from the project itself and needs no network; the others ask a model; `none` switches it off.',
        },
        mix: {
          kind: 'number',
          default: 0.5,
          min: 0,
          max: 100,
          help: 'What the closest meaning counts against the best match of words (1), in documentation and research.',
        },
        base_url: address as typeof address,
        model: {
          kind: 'text',
          default: 'nomic-embed-text',
          help: 'Name of the embedding model; for `transformers` the folder it lies in.',
        },
        dimensions: {
          kind: 'integer',
          default: 0,
          min: 0,
          max: 65_536,
          help: 'Length of the vectors of the model; 0 to take what it gives.',
        },
        max_batch: {
          kind: 'integer',
          default: 64,
          min: 1,
          max: 2048,
          help: 'Most texts in one request.',
        },
        api_key_env: keyName as typeof keyName,
        timeout_ms: timeout(20_000) as KeyOf<'integer'>,
      },
    },
    reranker: {
      help: 'A language model that looks at the best files once more.',
      keys: {
        enabled: { kind: 'boolean', default: false, help: 'Ask a model to mark the best files.' },
        files: {
          kind: 'integer',
          default: 20,
          min: 1,
          max: 200,
          guard: 'lower',
          help: 'How many of the best files are marked.',
        },
        mix: {
          kind: 'number',
          default: 1,
          min: 0,
          max: 100,
          help: 'What a full mark counts against the best score (1).',
        },
        base_url: address as typeof address,
        model: chatModel as typeof chatModel,
        api_key_env: keyName as typeof keyName,
        timeout_ms: timeout(60_000) as KeyOf<'integer'>,
      },
    },
    factors: {
      help: 'What a relevance score is made of.',
      keys: {
        task_alignment: {
          help: 'How directly an item is about the task.',
          keys: {
            weight: {
              kind: 'fraction',
              default: 1,
              help: 'Weight of this factor. Weights are divided by their sum.',
            },
          },
        },
        recency: {
          help: 'How lately an item changed, against the newest of the index.',
          keys: {
            weight: noWeight as typeof noWeight,
            decay_days: {
              kind: 'number',
              default: 7,
              min: 0.01,
              max: 36_500,
              help: 'Days until the factor has decayed.',
            },
          },
        },
        mention_density: {
          help: 'How often an item is mentioned.',
          keys: { weight: noWeight as typeof noWeight },
        },
        dependency_depth: {
          help: 'How far an item is from the task in the import graph.',
          keys: {
            weight: noWeight as typeof noWeight,
            max_depth: {
              kind: 'integer',
              default: 3,
              min: 1,
              max: 100,
              help: 'Steps beyond which the factor is 0.',
            },
          },
        },
        file_type: {
          help: 'What kind of file it is.',
          keys: {
            weight: noWeight as typeof noWeight,
            priorities: {
              help: 'Value of the factor by kind of file.',
              keys: {
                source_code: { kind: 'fraction', default: 1, help: 'Source code.' },
                test_code: { kind: 'fraction', default: 0.9, help: 'Tests.' },
                requirements: {
                  kind: 'fraction',
                  default: 0.8,
                  help: 'Requirements and specifications.',
                },
                documentation: { kind: 'fraction', default: 0.7, help: 'Documentation.' },
                config: { kind: 'fraction', default: 0.6, help: 'Configuration.' },
              },
            },
          },
        },
      },
    },
    thresholds: {
      help: 'Scores that decide on the tier of an item; they must not fall.',
      keys: {
        include_minimum: {
          kind: 'fraction',
          default: 0.3,
          help: 'Below this an item is left out.',
        },
        supporting_threshold: {
          kind: 'fraction',
          default: 0.5,
          help: 'From here on an item is supporting context.',
        },
        primary_threshold: {
          kind: 'fraction',
          default: 0.7,
          help: 'From here on an item is primary context.',
        },
      },
    },
  },
} as const;

interface Level {
  readonly help: string;
  readonly keys: { readonly token_limit: KeyOf<'integer'> };
}
const level = (limit: number, help: string): Level => ({
  help,
  keys: {
    token_limit: {
      kind: 'integer',
      default: limit,
      min: -1,
      max: 100_000_000,
      help: 'Most tokens a document may take at this level; -1 for no limit.',
    },
  },
});

const summarization = {
  help: 'How documents are shortened.',
  keys: {
    enabled: {
      kind: 'boolean',
      default: true,
      help: 'May documents be shortened at all? If not, they are whole or absent.',
    },
    provider: {
      kind: 'choice',
      values: ['none', 'openai-compatible', 'ollama'],
      default: 'none',
      help: 'Who writes summaries: `none` makes them offline, the same every time; the others ask a language model, section by section, and fall back to that.',
    },
    base_url: address as typeof address,
    model: chatModel as typeof chatModel,
    api_key_env: keyName as typeof keyName,
    timeout_ms: timeout(60_000) as KeyOf<'integer'>,
    window_tokens: {
      kind: 'integer',
      default: 4096,
      min: 1024,
      max: 100_000_000,
      help: 'Tokens the model can hold at once, text and answer together; a longer text is cut into sections.',
    },
    max_calls: {
      kind: 'integer',
      default: 32,
      min: 1,
      max: 10_000,
      guard: 'lower',
      help: 'Most questions to the model for one summary; a document that needs more is shortened offline first.',
    },
    max_calls_per_context: {
      kind: 'integer',
      default: 32,
      min: 0,
      max: 100_000,
      guard: 'lower',
      help: 'Most questions to the model for the summaries of one assembled context; what is left is shortened offline. A summary that was kept counts as when it was made.',
    },
    levels: {
      help: 'The levels of detail a document can have.',
      keys: {
        full: level(-1, 'The whole document.') as Level,
        detailed: level(2000, 'Signatures, types and doc comments.') as Level,
        summary: level(500, 'A paragraph on purpose and contents.') as Level,
        stub: level(100, 'That it exists: path, type, last change, line count.') as Level,
      },
    },
    caching: {
      help: 'Summaries that were made are kept.',
      keys: {
        enabled: { kind: 'boolean', default: true, help: 'Keep summaries for the next time.' },
        cache_path: {
          kind: 'text',
          default: '',
          guard: 'inside',
          help: 'Folder where they are kept, a file each: below the root, or the whole path of one elsewhere; empty to keep them in the index file.',
        },
        invalidate_on_change: {
          kind: 'boolean',
          default: true,
          help: 'Make a new summary when the document has changed; if not, an old one serves until it is too old.',
        },
        max_age_hours: {
          kind: 'integer',
          default: 24,
          min: 0,
          max: 876_000,
          help: 'Hours after which a summary is made anew; 0 for never.',
        },
      },
    },
  },
} as const;

const assembly = {
  help: 'How the chosen items become one context.',
  keys: {
    packing_strategy: {
      kind: 'choice',
      values: ['optimal', 'greedy', 'interleaved', 'score-weighted'],
      default: 'optimal',
      help: 'How the budget is filled: with the most worth, by score and document, taking turns, or strictly by score.',
    },
    dedup_threshold: {
      kind: 'fraction',
      default: 0.8,
      help: 'Items that overlap more than this are duplicates; one stays.',
    },
    max_chunks_per_doc: {
      kind: 'integer',
      default: 0,
      min: 0,
      max: 1_000_000,
      help: 'Most pieces of one document; 0 for no limit.',
    },
    prefer_recent: {
      kind: 'boolean',
      default: false,
      help: 'Prefer documents that changed lately.',
    },
    include_metadata: { kind: 'boolean', default: true, help: 'Say where each piece comes from.' },
    format: {
      kind: 'choice',
      values: ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'],
      default: 'mdctx',
      help: 'Format of the context.',
    },
    cache_ttl_seconds: {
      kind: 'integer',
      default: 300,
      min: 0,
      max: 86_400,
      help: 'Seconds for which a running process uses again what it gathered for a task, as long as no file changes; 0 for never.',
    },
    min_headroom_tokens: { kind: 'tokens', default: 0, help: 'Tokens that packing leaves free.' },
  },
} as const;

const models = {
  help: 'What every model that is asked over the network has in common.',
  keys: {
    allowed_hosts: {
      kind: 'list',
      default: [],
      guard: 'user',
      help: 'Hosts beside this machine that text may be sent to, such as "api.example.org". The variable ALLOWED_SHEAF_HOSTS names them too.',
    },
  },
} as const;

const modules = {
  help: 'Code of your own that Sheaf loads.',
  keys: {
    sources: {
      kind: 'list',
      default: [],
      guard: 'user',
      help: 'Modules that define further sources, each by its whole path.',
    },
  },
} as const;

/** Every section; what it declares is the type of the configuration too. */
export const TABLE = {
  budget: budget as typeof budget,
  relevance: relevance as typeof relevance,
  summarization: summarization as typeof summarization,
  assembly: assembly as typeof assembly,
  sources: SOURCES as typeof SOURCES,
  index: INDEX as typeof INDEX,
  models: models as typeof models,
  modules: modules as typeof modules,
} as const;

interface Flat {
  readonly keys: KeySpec[];
  readonly sections: SectionSpec[];
}

function flattened(table: Section['keys'], prefix: string, into: Flat): Flat {
  for (const [name, declared] of Object.entries(table)) {
    const path = `${prefix}${name}`;
    if ('keys' in declared) {
      into.sections.push({ path, help: declared.help });
      flattened(declared.keys, `${path}.`, into);
    } else {
      into.keys.push(specOf(path, declared));
    }
  }
  return into;
}

const flat = flattened(TABLE, '', { keys: [], sections: [] });

/** All keys in the order of their declaration. */
export const KEYS: readonly KeySpec[] = flat.keys;
/** All sections in the order of their declaration. */
export const SECTIONS: readonly SectionSpec[] = flat.sections;
