import { dataOf } from '../doors/answer.ts';
import type { Ask } from './context.ts';
import type { Offer } from './server.ts';

interface Figures {
  readonly budget: {
    readonly total: number;
    readonly reserved: number;
    readonly available: number;
  };
}

const WINDOWS = ['8k', '16k', '32k', '64k', '128k', '200k', '1m'];

/** Sizes of windows that begin as typed. */
export const completePrompt: Offer['complete'] = (_, argument, begun) =>
  argument === 'window' ? WINDOWS.filter((size) => size.startsWith(begun)) : [];

/** How an agent spends a budget: what is needed first, in tiers, and what to do when it is not enough. */
export const promptsOf = (ask: Ask): Offer['prompts'] => [
  {
    shown: {
      name: 'context-budget',
      title: 'Context budget protocol',
      description: 'How to gather context for a task within its token budget',
      arguments: [
        { name: 'task', description: 'What is to be done', required: true },
        { name: 'window', description: "The model's context window, such as 32k" },
      ],
    },
    get: async ({ task = '', window }, caller) => {
      const given = { task, ...(window === undefined ? {} : { max_tokens: window }) };
      const { budget } = dataOf(await ask('budget', given, caller)) as Figures;
      const text = protocol(task, budget);
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  },
];

const protocol = (task: string, { total, reserved, available }: Figures['budget']): string =>
  `## Context budget

Task: ${task}

Total budget: ${total} tokens
Reserved: ${reserved} tokens
Available: ${available} tokens

### Before you retrieve context

1. Assess the task: what is absolutely necessary, what is helpful but optional, what can be summarized instead of read in full?
2. Check the budget above. Never exceed what is available.
3. Prioritize by relevance: score each candidate, give it a tier, choose how much of it is needed.

### Order of retrieval

1. Primary (50 % of the budget): files the task modifies, the implementation as it is, immediate dependencies.
2. Supporting (30 %): related modules, tests of the implementation, documents about the architecture.
3. Reference (15 %): examples and patterns, conventions of the project.
4. History (5 %): relevant conversations, previous attempts.

### When the budget overflows

1. Summarize the files with the lowest relevance.
2. Drop stubs of files with a relevance below 0.3.
3. If it still does not fit, ask the user what matters most.

Sheaf does this in one call: \`context\` with the task, and ${available} as \`tokens\`.
`;
