import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { readMarkdown } from './markdown.ts';
import { readPlain } from './plain.ts';

type JsonKind = 'chatgpt' | 'claude-code' | 'codex' | 'slack';
export type Kind = JsonKind | 'messages' | 'markdown' | 'plain';

/** Where transcripts lie by convention: ours, and the folders coding agents keep inside a project. */
const HOMES =
  /^\.sheaf\/conversations\/|^\.specstory\/history\/|(?:^|\/)\.claude\/projects\/.+\.jsonl$|(?:^|\/)\.codex\/sessions\/.+\.jsonl$|^\.aider\.chat\.history\.md$/;
const MARKDOWN_NAME = /\.(?:md|markdown|mdx)$/i;
const SLACK_DAY = /(?:^|\/)([^/]{1,80})\/\d{4}-\d\d-\d\d\.json$/;

/** What gives a format away; the first that fits counts. */
const IN_JSON: Readonly<Record<JsonKind, RegExp>> = {
  chatgpt: /"mapping"\s*:\s*\{|"current_node"\s*:/,
  'claude-code':
    /"(?:parentUuid|leafUuid|isSidechain)"\s*:|"type"\s*:\s*"(?:user|assistant)"\s*,\s*"message"\s*:\s*\{|"type"\s*:\s*"summary"\s*,\s*"summary"/,
  codex:
    /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|thread\.started|item\.completed|input_text|output_text|function_call)"|"record_type"\s*:|^\s*\{"id":"[^"]{1,80}","timestamp":"[^"]{1,40}"/,
  slack: /"ts"\s*:\s*"\d{9,11}\.\d{1,9}"|"client_msg_id"\s*:/,
};

export function claim(path: string, head: string, settings: SourceSettings): Shape | null {
  if (!HOMES.test(path) && !matchesGlobs(path, settings.paths)) return null;
  const kind = kindOf(path, head);
  const channel = kind === 'slack' ? (SLACK_DAY.exec(path)?.[1] ?? '') : '';
  return {
    source: 'conversation',
    kind,
    language: kind === 'markdown' ? 'markdown' : 'text',
    // The channel's name stands in the path only, and an analysis sees no path.
    options: channel === '' || channel === 'conversations' ? '' : `channel=${channel}`,
  };
}

/** The path and the first characters decide; a first line may be longer than the head, so keys are looked for, not parsed. */
function kindOf(path: string, head: string): Kind {
  if (/^[\s\ufeff]*(?:\{|\[\s*(?:[{\]]|$))/.test(head)) {
    const kinds = Object.keys(IN_JSON) as JsonKind[];
    return kinds.find((kind) => IN_JSON[kind].test(head)) ?? 'messages';
  }
  if (readMarkdown(head).length > 0) return 'markdown';
  if (readPlain(head).length > 0) return 'plain';
  return MARKDOWN_NAME.test(path) ? 'markdown' : 'plain';
}
