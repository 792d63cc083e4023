import { type KeySpec, type NumberKey, type Section, specOf } from './key-spec.ts';
import { INDEX, SOURCES } from './source-keys.ts';

/*
 * The one declaration of every key; those of the sources and the index are in source-keys.ts. It is plain data, so that
 * reading it at start-up costs next to nothing, and its literal types are what the type `Config` is inferred from. What is
 * declared once and used in several places has to be written `X as typeof X`: isolated declarations infer no identifiers.
 */

const budget = {
  help: 'The token budget and how it is divided.',
  keys: {
    max_tokens: {
      whole: [100_000, 1, 100_000_000],
      help: "The model's context window in tokens, including the reserves and the answer. Where it is set, even to the default, it is filled with what is relevant, unless it is the window of the model named.",
    },
    reserve_for_output: {
      whole: [-1, -1, 100_000_000],
      help: "Tokens reserved for the model's answer; -1 means 8,000, or 8 % of a window below 100,000.",
    },
    reserve_for_system: {
      whole: [-1, -1, 100_000_000],
      help: 'Tokens reserved for the system prompt; -1 means 2,000, or 2 % of a window below 100,000.',
    },
    reserve_for_query: {
      whole: [0, 0, 100_000_000],
      help: 'Tokens reserved for the question sent along with the context.',
    },
    headroom_tokens: {
      whole: [0, 0, 100_000_000],
      help: 'Tokens kept free in addition to the reserves.',
    },
    per_document_overhead_tokens: {
      whole: [0, 0, 100_000_000],
      help: "Minimum number of tokens to count for a document's marker, even if the marker is shorter.",
    },
    overflow_strategy: {
      default: 'prioritize',
      values: ['truncate', 'summarize', 'prioritize', 'error'],
      help: 'What to do when content exceeds the budget: cut the excess, shorten the least relevant documents, keep only the most relevant ones, or fail and say how much is missing.',
    },
    tokenizer: {
      default: 'o200k',
      values: ['o200k', 'cl100k', 'claude', 'chars4'],
      help: 'How tokens are counted. `claude` is an estimate based on o200k; `chars4` counts four characters as one token.',
    },
    model: {
      default: '',
      help: 'Name of the model that the context is for, as reports show it.',
    },
    allocation: {
      help: 'Share of each tier in percent; the shares add up to 100. Tokens a tier does not use go to the next one.',
      keys: {
        primary: { range: [50, 0, 100], help: 'Files the task is about.' },
        supporting: { range: [30, 0, 100], help: 'Related files and dependencies.' },
        reference: { range: [15, 0, 100], help: 'Documentation and examples.' },
        history: { range: [5, 0, 100], help: 'Conversations and earlier attempts.' },
      },
    },
  },
} as const;

const address = {
  default: 'http://127.0.0.1:11434/v1',
  guard: 'consent',
  help: 'Address of an OpenAI-compatible endpoint: https, or http on this machine; no query. Text is sent to another machine only if models.allowed_hosts lists its host.',
} as const;
const keyName = {
  default: '',
  guard: 'consent',
  help: 'The environment variable that holds the key, and the host that the key is for: "OPENAI_API_KEY@api.openai.com". A variable without a host is for this machine. Never the key itself.',
} as const;
const chatModel = { default: 'qwen2.5-coder', help: 'Name of the chat model.' } as const;
const timeout = (value: number): NumberKey => ({
  whole: [value, 1, 600_000],
  guard: 'lower',
  help: "Milliseconds to wait for the model's answer.",
});
const weight = (value: number): NumberKey => ({
  range: [value, 0, 1],
  help: 'Weight of this factor. Weights are divided by their sum.',
});

const relevance = {
  help: 'How relevance is determined.',
  keys: {
    preset: {
      default: 'measured',
      values: ['measured', 'classic'],
      help: 'Default weights and limits: the ones that found the most in our measurements, or the classic ones.',
    },
    scoring_method: {
      default: 'hybrid',
      values: ['keyword', 'semantic', 'hybrid'],
      help: 'Search by words, by meaning, or by both.',
    },
    fusion: {
      default: 'weighted',
      values: ['weighted', 'rrf'],
      help: 'How the signals of a file are combined into one score: `weighted` adds up their strengths, `rrf` their reciprocal ranks (k = 60).',
    },
    semantic: {
      help: 'Search by meaning, in addition to search by words.',
      keys: {
        provider: {
          default: 'lsa',
          values: ['lsa', 'openai-compatible', 'ollama', 'transformers', 'none'],
          guard: 'offline',
          help: 'How similarity of meaning is computed: `lsa` learns from the project itself and needs no network; the others use a model; `none` turns it off.',
        },
        mix: {
          range: [0.5, 0, 100],
          help: 'Weight of the closest meaning relative to the best match of words (1), in documentation and research.',
        },
        base_url: address as typeof address,
        model: {
          default: 'nomic-embed-text',
          guard: 'offline',
          help: 'Name of the embedding model; for `transformers`, its folder.',
        },
        dimensions: {
          whole: [0, 0, 65_536],
          help: "Length of the model's vectors; 0 to accept whatever the model returns.",
        },
        max_batch: { whole: [64, 1, 2048], help: 'Maximum number of texts per request.' },
        api_key_env: keyName as typeof keyName,
        timeout_ms: timeout(20_000) as NumberKey,
      },
    },
    reranker: {
      help: 'A language model that rates the best files a second time.',
      keys: {
        enabled: { default: false, guard: 'offline', help: 'Ask a model to rate the best files.' },
        files: { whole: [20, 1, 200], guard: 'lower', help: 'Number of files to rate.' },
        mix: { range: [1, 0, 100], help: 'Weight of a full mark relative to the best score (1).' },
        base_url: address as typeof address,
        model: chatModel as typeof chatModel,
        api_key_env: keyName as typeof keyName,
        timeout_ms: timeout(60_000) as NumberKey,
      },
    },
    factors: {
      help: 'The factors of a relevance score.',
      keys: {
        task_alignment: {
          help: 'How closely an item matches the task.',
          keys: { weight: weight(1) as NumberKey },
        },
        recency: {
          help: 'How recently an item changed, compared with the newest item in the index.',
          keys: {
            weight: weight(0) as NumberKey,
            decay_days: {
              range: [7, 0.01, 36_500],
              help: 'Days after which the factor has decayed.',
            },
          },
        },
        mention_density: {
          help: 'How often an item is mentioned.',
          keys: { weight: weight(0) as NumberKey },
        },
        dependency_depth: {
          help: 'How many imports away from the task an item is.',
          keys: {
            weight: weight(0) as NumberKey,
            max_depth: {
              whole: [3, 1, 100],
              help: 'Number of imports beyond which the factor is 0.',
            },
          },
        },
        file_type: {
          help: 'The type of the file.',
          keys: {
            weight: weight(0) as NumberKey,
            priorities: {
              help: 'Value of the factor by type of file.',
              keys: {
                source_code: { range: [1, 0, 1], help: 'Source code.' },
                test_code: { range: [0.9, 0, 1], help: 'Tests.' },
                requirements: { range: [0.8, 0, 1], help: 'Requirements and specifications.' },
                documentation: { range: [0.7, 0, 1], help: 'Documentation.' },
                config: { range: [0.6, 0, 1], help: 'Configuration.' },
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
          range: [0.001, 0, 1],
          help: 'Below this an item is left out, unless it is pinned, named by the task or linked to it, or --fill is given.',
        },
        supporting_threshold: {
          range: [0.05, 0, 1],
          help: 'Items with at least this score are supporting context.',
        },
        primary_threshold: {
          range: [0.25, 0, 1],
          help: 'Items with at least this score are primary context.',
        },
      },
    },
  },
} as const;

type Level = { readonly help: string; readonly keys: { readonly token_limit: NumberKey } };
const level = (limit: number, help: string): Level => ({
  help,
  keys: {
    token_limit: {
      whole: [limit, -1, 100_000_000],
      help: 'Maximum number of tokens of a document at this level; -1 for no limit.',
    },
  },
});

const summarization = {
  help: 'How documents are shortened.',
  keys: {
    enabled: {
      default: true,
      help: 'Allow documents to be shortened. If false, they are included whole or not at all.',
    },
    provider: {
      default: 'none',
      values: ['none', 'openai-compatible', 'ollama'],
      guard: 'offline',
      help: 'What writes summaries: `none` makes them offline, always with the same result; the others ask a language model, section by section, and fall back to `none`.',
    },
    base_url: address as typeof address,
    model: chatModel as typeof chatModel,
    api_key_env: keyName as typeof keyName,
    timeout_ms: timeout(60_000) as NumberKey,
    window_tokens: {
      whole: [4096, 1024, 100_000_000],
      help: "The model's context window in tokens, for text and answer together; longer texts are split into sections.",
    },
    max_calls: {
      whole: [32, 1, 10_000],
      guard: 'lower',
      help: 'Maximum number of requests to the model per summary; a document that needs more is shortened offline first.',
    },
    max_calls_per_context: {
      whole: [32, 0, 100_000],
      guard: 'lower',
      help: 'Maximum number of requests to the model per assembled context; further summaries are made offline. A cached summary counts as many requests as it took to make.',
    },
    levels: {
      help: 'The levels of detail at which a document can be included.',
      keys: {
        full: level(-1, 'The whole document.') as Level,
        detailed: level(2000, 'Signatures, types and doc comments.') as Level,
        summary: level(500, 'A paragraph about its purpose and contents.') as Level,
        stub: level(100, 'Only that it exists: path, type, last change, number of lines.') as Level,
      },
    },
    caching: {
      help: 'The cache of summaries.',
      keys: {
        enabled: { default: true, help: 'Keep summaries for later use.' },
        cache_path: {
          default: '',
          guard: 'inside',
          help: 'Folder for the cache, with one file per summary: relative to the root, or an absolute path; empty to keep summaries in the index file.',
        },
        invalidate_on_change: {
          default: true,
          help: 'Make a new summary when the document has changed. If false, the old one is used until it expires.',
        },
        max_age_hours: {
          whole: [24, 0, 876_000],
          help: 'Hours after which a summary expires; 0 for never.',
        },
      },
    },
  },
} as const;

const assembly = {
  help: 'How the selected items are assembled into a context.',
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
    map: {
      default: false,
      help: 'Add a map of the project: its folders with their numbers of files, in at most 400 tokens, deeper where the files lie that the task is about.',
    },
    dedup_threshold: {
      range: [0.8, 0, 1],
      help: 'Items that overlap by more than this share are duplicates; only one is kept.',
    },
    max_chunks_per_doc: {
      whole: [0, 0, 1_000_000],
      help: 'Maximum number of pieces per document; 0 for no limit.',
    },
    prefer_recent: { default: false, help: 'Prefer documents that changed recently.' },
    include_metadata: { default: true, help: 'State where each piece comes from.' },
    format: {
      default: 'mdctx',
      values: ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'],
      help: 'Format of the context.',
    },
    raw_unicode: {
      default: false,
      guard: 'offline',
      help: 'Keep hidden characters (bidirectional controls, zero-width and tag characters) as they are; otherwise each is shown by its number, as in ‹U+202E›.',
    },
    cache_ttl_seconds: {
      whole: [300, 0, 86_400],
      help: 'Seconds for which a running process reuses what it gathered for a task, as long as no file changes; 0 to gather every time.',
    },
    min_headroom_tokens: {
      whole: [0, 0, 100_000_000],
      help: 'Tokens to leave free when filling the budget.',
    },
  },
} as const;

const workspace = {
  help: 'Several folders as one workspace.',
  keys: {
    roots: {
      default: [],
      folders: true,
      guard: 'inside',
      help: 'Folders that are asked together, relative to the root: each as a table `[[workspace.roots]]` with `path` and, if it shall not be called like its folder, `name`; or as a text, "path" or "name=path". It counts only in the folder of the file that sets it.',
    },
  },
} as const;

const models = {
  help: 'Settings for all models reached over the network.',
  keys: {
    allowed_hosts: {
      default: [],
      guard: 'user',
      help: 'Hosts other than this machine that text may be sent to, such as "api.example.org". The variable ALLOWED_SHEAF_HOSTS sets it, too.',
    },
  },
} as const;

const secrets = {
  help: 'What looks like a secret and is none; `sheaf secrets scan` lists it.',
  keys: {
    allow_rules: {
      default: [],
      guard: 'user',
      help: 'Rules that are not applied, by the name that the scan shows, such as "password-hash".',
    },
    allow_paths: {
      default: [],
      guard: 'user',
      help: 'Files in which nothing is replaced but what .env files hold, as .gitignore patterns.',
    },
    allow_fingerprints: {
      default: [],
      guard: 'user',
      help: 'Single places, by the fingerprint that the scan shows.',
    },
  },
} as const;

const modules = {
  help: 'Your own code for Sheaf to load.',
  keys: {
    sources: {
      default: [],
      guard: 'user',
      help: 'Modules that define additional sources, by absolute path.',
    },
  },
} as const;

const team = {
  help: 'What you share with your team.',
  keys: {
    store: {
      default: '',
      guard: 'consent',
      help: "The team's store: postgres://user@host/database; empty for none. A password may stand in it, or in PGPASSWORD.",
    },
    schema: {
      default: 'sheaf',
      guard: 'consent',
      help: "Beginning of the name of the team's schema in the database: small letters, digits and underscores.",
    },
    repository: {
      default: '',
      guard: 'consent',
      help: "The project's name in the team's store; empty for that of its origin, such as github.com/owner/name.",
    },
    role: {
      default: 'reader',
      values: ['reader', 'writer'],
      guard: 'consent',
      help: "A reader uses the team's facts and keeps what differs in its own index. A writer, such as CI, keeps everything in the team's store.",
    },
    keep_days: {
      whole: [90, 1, 36_500],
      help: "Number of days to keep states in the team's store; `sheaf index gc` removes older ones, apart from each project's newest.",
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
  workspace: workspace as typeof workspace,
  models: models as typeof models,
  secrets: secrets as typeof secrets,
  modules: modules as typeof modules,
  team: team as typeof team,
} as const;

const keys: KeySpec[] = [];
const sections: Pick<KeySpec, 'path' | 'help'>[] = [];

function visit(table: Section['keys'], prefix: string): void {
  for (const [name, declared] of Object.entries(table)) {
    const path = `${prefix}${name}`;
    if ('keys' in declared) {
      sections.push({ path, help: declared.help });
      visit(declared.keys, `${path}.`);
    } else {
      keys.push(specOf(path, declared));
    }
  }
}
visit(TABLE, '');

/** All keys in the order of their declaration. */
export const KEYS: readonly KeySpec[] = keys;
/** All sections in the order of their declaration. */
export const SECTIONS: readonly Pick<KeySpec, 'path' | 'help'>[] = sections;
