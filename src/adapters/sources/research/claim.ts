import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { proseLanguageOf } from '../../../text/code/known.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { frontMatter } from '../../../text/prose/front-matter.ts';
import { proseLanguage } from '../../../text/prose/parse.ts';
import { type PathParts, pathParts } from '../../../text/prose/path.ts';
import { jsonKeys } from '../documentation/json-keys.ts';

const AGENT_FOLDER = /^(?:agents?|agent[-_]outputs?|outputs?|runs?|tasks?|subagents?)$/;
const TASK_KEY =
  /^(?:task|task_?id|prompt|goal|objective|agent|agent_?(?:id|name|type)|subagent|assignment|instructions?)$/i;
const OUTCOME_KEY =
  /^(?:results?|outputs?|answer|final_?answer|findings|response|report|summary|conclusions?|recommendations?)$/i;
const ADDRESS = /"(?:url|link|href|uri|source_?url)"\s*:\s*"https?:/i;
const QUERY_KEY = /^(?:query|q|search_?query|search_?parameters|search_?metadata|querycontext)$/i;
const TASK_HEADING =
  /^(?:#{1,3}\s+|\*\*)?(?:task|prompt|objective|assignment|goal)\b\s*(?::|\*\*|$)/im;
const OUTCOME_HEADING =
  /^(?:#{1,3}\s+|\*\*)?(?:results?|output|findings|report|answer|summary|conclusions?)\b\s*(?::|\*\*|$)/im;
/** How readers and clippers note where a page came from, above its text. */
const PAGE_SOURCE = /^(?:url source|source|source url|url|original):\s+<?https?:\/\//im;
const PAGE_HEAD_CHARS = 600;

/** What a file is to the research source, or null if it is none of its business. */
export function claim(path: string, head: string, settings: SourceSettings): Shape | null {
  const parts = pathParts(path);
  const place = placeOf(path, parts, settings);
  if (place === 'elsewhere') return null;
  const { extension } = parts;
  if (/^x?html?$/.test(extension)) return shape('page', 'html');
  if (extension === 'json' || extension === 'jsonl' || extension === 'ndjson') {
    const kind = jsonKind(head) ?? (place === 'own' || isList(head) ? 'note' : null);
    return kind === null ? null : shape(kind, extension === 'json' ? 'json' : 'jsonl');
  }
  if (/^ya?ml$/.test(extension) && /^- \w[\w ]*:/m.test(head)) return shape('table', 'text');
  if (extension === 'csv' || extension === 'tsv') return shape('table', 'text');
  const known = proseLanguageOf(extension);
  if (known === undefined && !(place === 'own' && extension === '')) return null;
  const language = known === undefined || known === 'text' ? proseLanguage(head) : known;
  return shape(textKind(parts, head), language);
}

function shape(kind: string, language: string): Shape {
  return { source: 'research', kind, language, options: '' };
}

/** `own` folders hold nothing but research; in `shared` ones a file must look like it. */
function placeOf(path: string, { folders }: PathParts, settings: SourceSettings) {
  if (folders[0] === '.sheaf' && folders[1] === 'research') return 'own';
  if (matchesGlobs(path, settings.paths)) return 'own';
  const [first = '', second = ''] = folders;
  if (RESEARCH.test(first)) return 'shared';
  return NOTES.test(first) && RESEARCH.test(second) ? 'shared' : 'elsewhere';
}

const RESEARCH =
  /^(?:research|stud(?:y|ies)|investigations?|literature|findings|spikes?|comparisons?|evaluations?|experiments?|benchmarks?[-_]notes|surveys?|market)$/i;
/** Where people keep what they write for each other. */
const NOTES = /^\.?(?:docs?|notes?|wiki|knowledge|kb|team|internal|product|planning)$/i;

/** Things that were compared, one after the other; settings are no list. */
const isList = (head: string): boolean => /^[\s\ufeff]*\[\s*\{\s*"/.test(head);

function jsonKind(head: string): 'search' | 'agent' | null {
  const keys: string[] = [];
  jsonKeys(head, 2, ({ key }) => void keys.push(key));
  const [task, outcome, query] = [TASK_KEY, OUTCOME_KEY, QUERY_KEY].map((pattern) =>
    keys.some((key) => pattern.test(key)),
  );
  if (task && (outcome || !ADDRESS.test(head))) return 'agent';
  if (ADDRESS.test(head) || (query && outcome)) return 'search';
  return outcome && !query ? 'agent' : null;
}

function textKind(parts: PathParts, head: string): 'note' | 'page' | 'agent' {
  const { facts } = frontMatter(head.split('\n'));
  const source = facts.get('url') ?? facts.get('source_url') ?? facts.get('source') ?? '';
  if (/^https?:/.test(source)) return 'page';
  if (facts.has('agent') || facts.has('task') || facts.has('prompt')) return 'agent';
  if (parts.folders.slice(1).some((folder) => AGENT_FOLDER.test(folder))) return 'agent';
  if (TASK_HEADING.test(head) && OUTCOME_HEADING.test(head)) return 'agent';
  return PAGE_SOURCE.test(head.slice(0, PAGE_HEAD_CHARS)) ? 'page' : 'note';
}
