import {
  type KeySpec,
  type NumberKey,
  type Section,
  type SectionSpec,
  specOf,
} from './key-spec.ts';
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
      default: 100_000,
      whole: [1, 100_000_000],
      help: "The model's whole window in tokens: context, reserves and answer together.",
    },
    reserve_for_output: {
      default: -1,
      whole: [-1, 100_000_000],
      help: "Tokens kept free for the model's answer; -1 for 8000, or 8 % of a window below 100,000.",
    },
    reserve_for_system: {
      default: -1,
      whole: [-1, 100_000_000],
      help: 'Tokens kept free for the system prompt; -1 for 2000, or 2 % of a window below 100,000.',
    },
    reserve_for_query: {
      default: 0,
      whole: [0, 100_000_000],
      help: 'Tokens kept free for the question that is sent with the context.',
    },
    headroom_tokens: {
      default: 0,
      whole: [0, 100_000_000],
      help: 'Tokens kept free beside the reserves.',
    },
    per_document_overhead_tokens: {
      default: 0,
      whole: [0, 100_000_000],
      help: "The least a document's marker is counted as; the marker's real tokens count if they are more.",
    },
    overflow_strategy: {
      default: 'prioritize',
      values: ['truncate', 'summarize', 'prioritize', 'error'],
      help: 'What to do when content exceeds the budget: cut the excess, lower the level of the least relevant, keep the most relevant, or fail and say by how much.',
    },
    tokenizer: {
      default: 'o200k',
      values: ['o200k', 'cl100k', 'claude', 'chars4'],
      help: 'How tokens are counted. `claude` is an estimate on top of o200k, `chars4` takes four characters as a token.',
    },
    allocation: {
      help: 'Share of each tier in percent; together 100. What a tier leaves over flows to the next.',
      keys: {
        primary: { default: 50, range: [0, 100], help: 'What the task is about.' },
        supporting: { default: 30, range: [0, 100], help: 'Related files and dependencies.' },
        reference: { default: 15, range: [0, 100], help: 'Documentation and examples.' },
        history: { default: 5, range: [0, 100], help: 'Conversation and earlier attempts.' },
      },
    },
  },
} as const;

const address = {
  default: 'http://127.0.0.1:11434/v1',
  guard: 'user',
  help: 'Address of an OpenAI-compatible endpoint. Text is sent to other machines only if models.allowed_hosts names their host.',
} as const;
const keyName = {
  default: 'OPENAI_API_KEY',
  guard: 'user',
  help: 'Name of the environment variable that holds the key, if the endpoint needs one. Never the key itself.',
} as const;
const chatModel = { default: 'qwen2.5-coder', help: 'Name of the chat model.' } as const;
const timeout = (value: number): NumberKey => ({
  default: value,
  whole: [1, 600_000],
  guard: 'lower',
  help: 'Milliseconds to wait for an answer from the model.',
});
const noWeight = {
  default: 0,
  range: [0, 1],
  help: 'Weight of this factor. Weights are divided by their sum.',
} as const;

const relevance = {
  help: 'What counts as relevant.',
  keys: {
    preset: {
      default: 'measured',
      values: ['measured', 'classic'],
      help: 'Where weights and limits that you do not set come from: what was measured to find most, or the classic numbers.',
    },
    scoring_method: {
      default: 'hybrid',
      values: ['keyword', 'semantic', 'hybrid'],
      help: 'Search by words, by meaning, or by both.',
    },
    fusion: {
      default: 'weighted',
      values: ['weighted', 'rrf'],
      help: 'How the signals of a file become one score: `weighted` adds their strengths, `rrf` their reciprocal ranks (k = 60).',
    },
    semantic: {
      help: 'Search by meaning, beside search by words.',
      keys: {
        provider: {
          default: 'lsa',
          values: ['lsa', 'openai-compatible', 'ollama', 'transformers', 'none'],
          help: 'Who says how close meanings are: `lsa` learns from the project itself and needs no network; the others ask a model; `none` switches it off.',
        },
        mix: {
          default: 0.5,
          range: [0, 100],
          help: 'What the closest meaning counts against the best match of words (1), in documentation and research.',
        },
        base_url: address as typeof address,
        model: {
          default: 'nomic-embed-text',
          help: 'Name of the embedding model; for `transformers` the folder it lies in.',
        },
        dimensions: {
          default: 0,
          whole: [0, 65_536],
          help: 'Length of the vectors of the model; 0 to take what it gives.',
        },
        max_batch: { default: 64, whole: [1, 2048], help: 'Most texts in one request.' },
        api_key_env: keyName as typeof keyName,
        timeout_ms: timeout(20_000) as NumberKey,
      },
    },
    reranker: {
      help: 'A language model that looks at the best files once more.',
      keys: {
        enabled: { default: false, help: 'Ask a model to mark the best files.' },
        files: {
          default: 20,
          whole: [1, 200],
          guard: 'lower',
          help: 'How many of the best files are marked.',
        },
        mix: {
          default: 1,
          range: [0, 100],
          help: 'What a full mark counts against the best score (1).',
        },
        base_url: address as typeof address,
        model: chatModel as typeof chatModel,
        api_key_env: keyName as typeof keyName,
        timeout_ms: timeout(60_000) as NumberKey,
      },
    },
    factors: {
      help: 'What a relevance score is made of.',
      keys: {
        task_alignment: {
          help: 'How directly an item is about the task.',
          keys: {
            weight: {
              default: 1,
              range: [0, 1],
              help: 'Weight of this factor. Weights are divided by their sum.',
            },
          },
        },
        recency: {
          help: 'How lately an item changed, against the newest of the index.',
          keys: {
            weight: noWeight as typeof noWeight,
            decay_days: {
              default: 7,
              range: [0.01, 36_500],
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
            max_depth: { default: 3, whole: [1, 100], help: 'Steps beyond which the factor is 0.' },
          },
        },
        file_type: {
          help: 'What kind of file it is.',
          keys: {
            weight: noWeight as typeof noWeight,
            priorities: {
              help: 'Value of the factor by kind of file.',
              keys: {
                source_code: { default: 1, range: [0, 1], help: 'Source code.' },
                test_code: { default: 0.9, range: [0, 1], help: 'Tests.' },
                requirements: {
                  default: 0.8,
                  range: [0, 1],
                  help: 'Requirements and specifications.',
                },
                documentation: { default: 0.7, range: [0, 1], help: 'Documentation.' },
                config: { default: 0.6, range: [0, 1], help: 'Configuration.' },
              },
            },
          },
        },
      },
    },
    thresholds: {
      help: 'Relevance that decides on the tier of an item: the share of such items that were really needed. The three must not fall.',
      keys: {
        include_minimum: {
          default: 0.002,
          range: [0, 1],
          help: 'Below this an item is left out, unless it is pinned, named by the task or linked to it, or --fill is given.',
        },
        supporting_threshold: {
          default: 0.05,
          range: [0, 1],
          help: 'From here on an item is supporting context.',
        },
        primary_threshold: {
          default: 0.25,
          range: [0, 1],
          help: 'From here on an item is primary context.',
        },
      },
    },
  },
} as const;

interface Level {
  readonly help: string;
  readonly keys: { readonly token_limit: NumberKey };
}
const level = (limit: number, help: string): Level => ({
  help,
  keys: {
    token_limit: {
      default: limit,
      whole: [-1, 100_000_000],
      help: 'Most tokens a document may take at this level; -1 for no limit.',
    },
  },
});

const summarization = {
  help: 'How documents are shortened.',
  keys: {
    enabled: {
      default: true,
      help: 'May documents be shortened at all? If not, they are whole or absent.',
    },
    provider: {
      default: 'none',
      values: ['none', 'openai-compatible', 'ollama'],
      help: 'Who writes summaries: `none` makes them offline, the same every time; the others ask a language model, section by section, and fall back to that.',
    },
    base_url: address as typeof address,
    model: chatModel as typeof chatModel,
    api_key_env: keyName as typeof keyName,
    timeout_ms: timeout(60_000) as NumberKey,
    window_tokens: {
      default: 4096,
      whole: [1024, 100_000_000],
      help: 'Tokens the model can hold at once, text and answer together; a longer text is cut into sections.',
    },
    max_calls: {
      default: 32,
      whole: [1, 10_000],
      guard: 'lower',
      help: 'Most questions to the model for one summary; a document that needs more is shortened offline first.',
    },
    max_calls_per_context: {
      default: 32,
      whole: [0, 100_000],
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
        enabled: { default: true, help: 'Keep summaries for the next time.' },
        cache_path: {
          default: '',
          guard: 'inside',
          help: 'Folder where they are kept, a file each: below the root, or the whole path of one elsewhere; empty to keep them in the index file.',
        },
        invalidate_on_change: {
          default: true,
          help: 'Make a new summary when the document has changed; if not, an old one serves until it is too old.',
        },
        max_age_hours: {
          default: 24,
          whole: [0, 876_000],
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
      default: 'value',
      values: ['value', 'optimal', 'greedy', 'interleaved', 'score-weighted'],
      help: 'How the budget is filled: by what pieces are worth for their tokens, with the most worth there can be, by score and document, taking turns, or strictly by score.',
    },
    fill: {
      default: false,
      help: 'Fill the context to its last token, also with what lies below the thresholds; otherwise it holds what is worth its tokens.',
    },
    dedup_threshold: {
      default: 0.8,
      range: [0, 1],
      help: 'Items that overlap more than this are duplicates; one stays.',
    },
    max_chunks_per_doc: {
      default: 0,
      whole: [0, 1_000_000],
      help: 'Most pieces of one document; 0 for no limit.',
    },
    prefer_recent: { default: false, help: 'Prefer documents that changed lately.' },
    include_metadata: { default: true, help: 'Say where each piece comes from.' },
    format: {
      default: 'mdctx',
      values: ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'],
      help: 'Format of the context.',
    },
    cache_ttl_seconds: {
      default: 300,
      whole: [0, 86_400],
      help: 'Seconds for which a running process uses again what it gathered for a task, as long as no file changes; 0 for never.',
    },
    min_headroom_tokens: {
      default: 0,
      whole: [0, 100_000_000],
      help: 'Tokens that packing leaves free.',
    },
  },
} as const;

const models = {
  help: 'What every model that is asked over the network has in common.',
  keys: {
    allowed_hosts: {
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
