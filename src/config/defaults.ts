/* Generated from schema.ts by tools/generate-docs.ts; do not edit. */

export interface Config {
  readonly budget: {
    readonly max_tokens: number;
    readonly reserve_for_output: number;
    readonly reserve_for_system: number;
    readonly reserve_for_query: number;
    readonly headroom_tokens: number;
    readonly per_document_overhead_tokens: number;
    readonly overflow_strategy: 'truncate' | 'summarize' | 'prioritize' | 'error';
    readonly tokenizer: 'o200k' | 'cl100k' | 'claude' | 'chars4';
    readonly allocation: {
      readonly primary: number;
      readonly supporting: number;
      readonly reference: number;
      readonly history: number;
    };
  };
  readonly relevance: {
    readonly preset: 'measured' | 'classic';
    readonly scoring_method: 'keyword' | 'semantic' | 'hybrid';
    readonly fusion: 'weighted' | 'rrf';
    readonly semantic: {
      readonly provider: 'lsa' | 'openai-compatible' | 'ollama' | 'transformers' | 'none';
      readonly mix: number;
      readonly base_url: string;
      readonly model: string;
      readonly dimensions: number;
      readonly max_batch: number;
      readonly api_key_env: string;
      readonly timeout_ms: number;
    };
    readonly reranker: {
      readonly enabled: boolean;
      readonly files: number;
      readonly mix: number;
      readonly base_url: string;
      readonly model: string;
      readonly api_key_env: string;
      readonly timeout_ms: number;
    };
    readonly factors: {
      readonly task_alignment: {
        readonly weight: number;
      };
      readonly recency: {
        readonly weight: number;
        readonly decay_days: number;
      };
      readonly mention_density: {
        readonly weight: number;
      };
      readonly dependency_depth: {
        readonly weight: number;
        readonly max_depth: number;
      };
      readonly file_type: {
        readonly weight: number;
        readonly priorities: {
          readonly source_code: number;
          readonly test_code: number;
          readonly requirements: number;
          readonly documentation: number;
          readonly config: number;
        };
      };
    };
    readonly thresholds: {
      readonly include_minimum: number;
      readonly supporting_threshold: number;
      readonly primary_threshold: number;
    };
  };
  readonly summarization: {
    readonly enabled: boolean;
    readonly provider: 'none' | 'openai-compatible' | 'ollama';
    readonly base_url: string;
    readonly model: string;
    readonly api_key_env: string;
    readonly timeout_ms: number;
    readonly window_tokens: number;
    readonly max_calls: number;
    readonly max_calls_per_context: number;
    readonly levels: {
      readonly full: {
        readonly token_limit: number;
      };
      readonly detailed: {
        readonly token_limit: number;
      };
      readonly summary: {
        readonly token_limit: number;
      };
      readonly stub: {
        readonly token_limit: number;
      };
    };
    readonly caching: {
      readonly enabled: boolean;
      readonly cache_path: string;
      readonly invalidate_on_change: boolean;
      readonly max_age_hours: number;
    };
  };
  readonly assembly: {
    readonly packing_strategy: 'optimal' | 'greedy' | 'interleaved' | 'score-weighted';
    readonly dedup_threshold: number;
    readonly max_chunks_per_doc: number;
    readonly prefer_recent: boolean;
    readonly include_metadata: boolean;
    readonly format: 'mdctx' | 'docs' | 'markdown' | 'xml' | 'plain' | 'json' | 'messages';
    readonly cache_ttl_seconds: number;
    readonly min_headroom_tokens: number;
  };
  readonly sources: {
    readonly conversation: {
      readonly enabled: boolean;
      readonly threshold: number;
      readonly max_tokens: number;
      readonly paths: readonly string[];
      readonly recent_messages_verbatim: number;
      readonly compress_older: boolean;
    };
    readonly research: {
      readonly enabled: boolean;
      readonly threshold: number;
      readonly max_tokens: number;
      readonly paths: readonly string[];
      readonly include_web_searches: boolean;
      readonly include_agent_outputs: boolean;
    };
    readonly documentation: {
      readonly enabled: boolean;
      readonly threshold: number;
      readonly max_tokens: number;
      readonly paths: readonly string[];
      readonly always_include: readonly string[];
    };
    readonly code: {
      readonly enabled: boolean;
      readonly threshold: number;
      readonly max_tokens: number;
      readonly paths: readonly string[];
      readonly include_types: boolean;
      readonly include_tests: boolean;
      readonly include_imports: boolean;
    };
    readonly deployment: {
      readonly enabled: boolean;
      readonly threshold: number;
      readonly max_tokens: number;
      readonly paths: readonly string[];
      readonly include_env_configs: boolean;
      readonly include_k8s: boolean;
      readonly redact_secrets: true;
    };
    readonly logs: {
      readonly enabled: boolean;
      readonly threshold: number;
      readonly max_tokens: number;
      readonly paths: readonly string[];
      readonly log_window_hours: number;
      readonly filter_noise: boolean;
      readonly max_bytes: number;
    };
  };
  readonly index: {
    readonly max_file_bytes: number;
    readonly ignore: readonly string[];
    readonly states_kept: number;
    readonly history_commits: number;
  };
}

export const DEFAULTS: Config = {
  budget: {
    max_tokens: 100000,
    reserve_for_output: 8000,
    reserve_for_system: 2000,
    reserve_for_query: 0,
    headroom_tokens: 0,
    per_document_overhead_tokens: 0,
    overflow_strategy: 'prioritize',
    tokenizer: 'o200k',
    allocation: {
      primary: 50,
      supporting: 30,
      reference: 15,
      history: 5,
    },
  },
  relevance: {
    preset: 'measured',
    scoring_method: 'hybrid',
    fusion: 'weighted',
    semantic: {
      provider: 'lsa',
      mix: 0.5,
      base_url: 'http://127.0.0.1:11434/v1',
      model: 'nomic-embed-text',
      dimensions: 0,
      max_batch: 64,
      api_key_env: 'OPENAI_API_KEY',
      timeout_ms: 20000,
    },
    reranker: {
      enabled: false,
      files: 20,
      mix: 1,
      base_url: 'http://127.0.0.1:11434/v1',
      model: 'qwen2.5-coder',
      api_key_env: 'OPENAI_API_KEY',
      timeout_ms: 60000,
    },
    factors: {
      task_alignment: {
        weight: 1,
      },
      recency: {
        weight: 0,
        decay_days: 7,
      },
      mention_density: {
        weight: 0,
      },
      dependency_depth: {
        weight: 0,
        max_depth: 3,
      },
      file_type: {
        weight: 0,
        priorities: {
          source_code: 1,
          test_code: 0.9,
          requirements: 0.8,
          documentation: 0.7,
          config: 0.6,
        },
      },
    },
    thresholds: {
      include_minimum: 0.3,
      supporting_threshold: 0.5,
      primary_threshold: 0.7,
    },
  },
  summarization: {
    enabled: true,
    provider: 'none',
    base_url: 'http://127.0.0.1:11434/v1',
    model: 'qwen2.5-coder',
    api_key_env: 'OPENAI_API_KEY',
    timeout_ms: 60000,
    window_tokens: 4096,
    max_calls: 32,
    max_calls_per_context: 32,
    levels: {
      full: {
        token_limit: -1,
      },
      detailed: {
        token_limit: 2000,
      },
      summary: {
        token_limit: 500,
      },
      stub: {
        token_limit: 100,
      },
    },
    caching: {
      enabled: true,
      cache_path: '',
      invalidate_on_change: true,
      max_age_hours: 24,
    },
  },
  assembly: {
    packing_strategy: 'optimal',
    dedup_threshold: 0.8,
    max_chunks_per_doc: 0,
    prefer_recent: false,
    include_metadata: true,
    format: 'mdctx',
    cache_ttl_seconds: 300,
    min_headroom_tokens: 0,
  },
  sources: {
    conversation: {
      enabled: true,
      threshold: 0.3,
      max_tokens: 0,
      paths: [],
      recent_messages_verbatim: 10,
      compress_older: true,
    },
    research: {
      enabled: true,
      threshold: 0.5,
      max_tokens: 0,
      paths: [],
      include_web_searches: true,
      include_agent_outputs: true,
    },
    documentation: {
      enabled: true,
      threshold: 0.4,
      max_tokens: 0,
      paths: [],
      always_include: ['project.md', 'conventions.md'],
    },
    code: {
      enabled: true,
      threshold: 0.5,
      max_tokens: 0,
      paths: [],
      include_types: true,
      include_tests: true,
      include_imports: true,
    },
    deployment: {
      enabled: true,
      threshold: 0.6,
      max_tokens: 0,
      paths: [],
      include_env_configs: true,
      include_k8s: true,
      redact_secrets: true,
    },
    logs: {
      enabled: true,
      threshold: 0.7,
      max_tokens: 0,
      paths: [],
      log_window_hours: 24,
      filter_noise: true,
      max_bytes: 8388608,
    },
  },
  index: {
    max_file_bytes: 2097152,
    ignore: [],
    states_kept: 10,
    history_commits: 50000,
  },
};
