/* Everything the page says, in one place. */

const NUMBERS = new Intl.NumberFormat('en');
export const grouped = (value: number): string => NUMBERS.format(Math.round(value));
export const percent = (share: number): string => {
  const value = 100 * share;
  if (value > 0 && value < 1) return '<\u00a01\u00a0%';
  return `${value.toFixed(0)}\u00a0%`;
};
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export const SAY = {
  title: 'Sheaf',
  task: 'Task',
  taskHint: 'Describe a task, paste an error, name a file …',
  budget: 'Budget',
  budgetAuto: 'what is worth it',
  ask: 'Assemble',
  askTitle: 'Assemble and record it (Ctrl+Enter)',
  context: 'Context',
  compare: 'Compare',
  prompt: 'Prompt',
  file: 'File',
  evidence: 'Evidence',
  leftOut: 'Left out',
  sources: 'Sources',
  all: 'All',
  theme: 'Switch between light and dark',
  keys: 'Keyboard',
  undo: 'Undo',
  redo: 'Redo',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  replay: 'Replay',
  format: 'Format',
  level: 'Level',
  pin: 'Pin',
  unrankedPin: 'Pin: before all other evidence',
  drop: 'Drop',
  add: 'Add',
  addHint: 'Add a file …',
  focus: 'Focus',
  focusHint: 'Focus on …',
  focusOff: 'End focus',
  move: 'Drag to rank',
  close: 'Close',
  play: 'Play sizes from small to large',
  pause: 'Pause',
  size: 'Size of the context',
  sizeHint: 'Slide to see what a smaller or larger budget holds',
  sizing: 'Trying smaller and larger budgets …',
  recall: 'Chance that every needed file is inside',
  leaveFlow: 'Back to the task',
  openFlow: (id: string) => `Continue the flow ${id}`,
  flow: (id: string) => `Saved as flow ${id}`,
  flowCommand: (id: string, tokens: number | null) =>
    `sheaf assemble --flow ${id}${tokens === null ? '' : ` --context-tokens ${tokens}`}`,
  emptyTitle: 'What should the context be about?',
  emptyText:
    'Type a task above. The context forms while you type; everything stays on this machine.',
  readingTitle: 'Reading the project …',
  readingText:
    'This is done once; from then on only what changed is read. The top of the page says how far it is.',
  noMatch: 'Nothing in the project matches. Name a file, a function, or words that it uses.',
  noToken:
    'This page needs the address that sheaf ui printed: its last part is the key. Run sheaf ui again and open the new address.',
  choose: 'Choose a document to see its lines.',
  starting: 'starting …',
  indexing: (share: number) => `indexing ${percent(share)}`,
  working: 'working …',
  partial: (share: number) => `from ${percent(share)} of the files; indexing goes on`,
  upToDate: (commit: string) => `up to date at ${commit}`,
  noCommit: 'up to date',
  changed: (count: number, commit: string) => `${counted(count, 'file')} changed since ${commit}`,
  tokens: (count: number) => `${grouped(count)} tokens`,
  used: (used: number, available: number) => `${grouped(used)} of ${grouped(available)} tokens`,
  ofTokens: (available: number) => `of ${grouped(available)} tokens`,
  chance: 'chance that every needed file is inside',
  every: (share: number) => `${percent(share)} chance that every needed file is inside`,
  on: (path: string) => `${path} on`,
  ofAll: (count: number) => `of ${grouped(count)}`,
  overTime: (count: number) => `${grouped(count)} over time`,
  yes: 'yes',
  no: 'no',
  enters: (tokens: number, isClose: boolean) =>
    `enters ${isClose ? 'at' : 'by'} ${grouped(tokens)} tokens`,
  entersBeyond: (tokens: number) => `not with ${grouped(tokens)} tokens either`,
  linesOfPath: (path: string) => `lines of ${path}`,
  inPlaceOf: (names: readonly string[]) =>
    names.length === 0
      ? ''
      : `, in place of ${names.slice(0, 2).join(' and ')}${names.length > 2 ? ` and ${names.length - 2} more` : ''}`,
  linesOf: (shown: number, all: number) => `${grouped(shown)} of ${counted(all, 'line')}`,
  wholeOf: (all: number) => `all ${counted(all, 'line')}`,
  hiddenLines: (count: number) => `${counted(count, 'line')} not in the context`,
  foldLines: (count: number) => `fold ${counted(count, 'line')} again`,
  longLine: (length: number) => ` … ${grouped(length)} characters in this line`,
  secrets: (count: number) => `${counted(count, 'secret')} replaced`,
  hidden: (count: number) => `${counted(count, 'hidden character')} shown`,
  same: 'nothing enters or leaves',
  identical: 'Replayed: the same bytes.',
  differs: 'Replayed: it differs.',
  history: 'Assemblies',
  noHistory: 'No assembly has been recorded yet. Press Assemble, or run sheaf assemble.',
  compareHint: 'Choose two assemblies to compare them.',
  first: 'A',
  second: 'B',
  causes: 'Why they differ',
  noCauses: 'The two plans are the same.',
  noPlan: 'A plan is kept only for contexts that a server assembled. Choose two that have one.',
  onlyIn: 'only here',
  measure: 'Measure this project',
  measureText:
    'Takes commits of this project as tasks and shows how often every changed file is inside the context.',
  measuring: 'measuring; this takes a while …',
  turns: (count: number) => counted(count, 'turn'),
  turnsShown: (shown: number, all: number) =>
    `the first ${grouped(shown)} of ${counted(all, 'turn')}; the lines have all`,
  columns: ['Tokens', 'Fill', 'Every file', 'Time', 'When'],
  templates: (count: number) => counted(count, 'template'),
  showTemplates: 'Templates over time',
  showConversation: 'As a conversation',
  showLines: 'Lines',
  more: (count: number) => `${grouped(count)} more`,
  treemap: 'Documents by tokens; the darker, the more likely needed',
  budgetBar: 'Budget by tier and source',
  resultNone: 'No file matches.',
} as const;

export const TIERS: Readonly<Record<string, string>> = {
  system: 'always',
  primary: 'primary',
  supporting: 'supporting',
  reference: 'reference',
  history: 'history',
};

export const REASONS: Readonly<Record<string, string>> = {
  words: 'words',
  history: 'commit history',
  frames: 'named by the task',
  meaning: 'meaning',
  neighbourhood: 'neighbourhood',
  chain: 'chain of evidence',
};

/** Why something was left out, as people say it. */
export const DROPPED: Readonly<Record<string, string>> = {
  'over-budget': 'no room',
  'source-limit': 'over the limit of its source',
  'document-limit': 'over the limit of its document',
  duplicate: 'says the same as another',
  'not-worth-it': 'not worth its tokens',
  unwanted: 'dropped',
  'fixed-share': 'no room in the fixed share',
  'no-match': 'nothing in it matches',
  'below-threshold': 'hardly relevant',
};

export const CHARTS: Readonly<Record<string, string>> = {
  tokens: 'Tokens',
  fill: 'Fill',
  probability: 'Every file inside',
  cached: 'Cache hits',
  time: 'Time',
};

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'write a task'],
  ['Ctrl Enter', 'assemble and record'],
  ['↓ ↑ or j k', 'next and previous document'],
  ['Space', 'switch it on or off'],
  ['Alt ↑ ↓', 'rank it higher or lower'],
  ['p', 'pin it before all others'],
  ['x', 'drop it'],
  ['1 2 3 4', 'level: full, detailed, summary, stub'],
  ['a', 'add a file'],
  ['f', 'focus on words'],
  ['u / Shift U', 'undo, redo'],
  ['[ ]', 'smaller and larger budget'],
  ['v', 'prompt or file'],
  ['c', 'context or comparison'],
  ['t', 'light or dark'],
  ['?', 'this sheet'],
  ['Esc', 'close'],
];
