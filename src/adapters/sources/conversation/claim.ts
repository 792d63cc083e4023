import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { readMarkdown } from './markdown.ts';
import { readPlain } from './plain.ts';

export type Kind =
  | 'claude-code'
  | 'codex'
  | 'chatgpt'
  | 'slack'
  | 'messages'
  | 'markdown'
  | 'plain';

/** Where transcripts lie by convention: ours, and the folders coding agents keep inside a project. */
const HOMES =
  /^\.sheaf\/conversations\/|^\.specstory\/history\/|(?:^|\/)\.claude\/projects\/.+\.jsonl$|(?:^|\/)\.codex\/sessions\/.+\.jsonl$|^\.aider\.chat\.history\.md$/;
const MARKDOWN_NAME = /\.(?:md|markdown|mdx)$/i;
const SLACK_DAY = /(?:^|\/)([^/]{1,80})\/\d{4}-\d\d-\d\d\.json$/;

const CODEX =
  /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|thread\.started|item\.completed|input_text|output_text|function_call)"|"record_type"\s*:/;
const CODEX_OLD_HEAD = /^\s*\{"id":"[^"]{1,80}","timestamp":"[^"]{1,40}"/;
const CLAUDE_CODE =
  /"(?:parentUuid|leafUuid|isSidechain)"\s*:|"type"\s*:\s*"(?:user|assistant)"\s*,\s*"message"\s*:\s*\{|"type"\s*:\s*"summary"\s*,\s*"summary"/;
const CHATGPT = /"mapping"\s*:\s*\{|"current_node"\s*:/;
const SLACK = /"ts"\s*:\s*"\d{9,11}\.\d{1,9}"|"client_msg_id"\s*:/;

export function claimConversation(
  path: string,
  head: string,
  settings: SourceSettings,
): Shape | null {
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
    if (CHATGPT.test(head)) return 'chatgpt';
    if (CLAUDE_CODE.test(head)) return 'claude-code';
    if (CODEX.test(head) || CODEX_OLD_HEAD.test(head)) return 'codex';
    return SLACK.test(head) ? 'slack' : 'messages';
  }
  if (readMarkdown(head).length > 0) return 'markdown';
  if (readPlain(head).length > 0) return 'plain';
  return MARKDOWN_NAME.test(path) ? 'markdown' : 'plain';
}
