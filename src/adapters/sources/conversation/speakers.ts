const PERSON_ROLES = 'user|human|you|me|you said|prompt';
const ASSISTANT_ROLES =
  'assistant|ai|bot|agent|claude(?:[ -](?:code|opus|sonnet|haiku)[\\w .-]{0,20})?|chatgpt|gpt[\\w.-]{0,20}|codex|copilot|github copilot|gemini|cursor|aider|chatgpt said|claude said|response';
/** Said by no model and no person; `note`, `summary` and `task` are names given here. */
const PROGRAM_ROLES = 'system|developer|tool|function|tool result';
const OWN_NAMES = 'note|summary|task';

const whole = (names: string): RegExp => new RegExp(`^(?:${names})$`, 'i');
const ROLE = whole(`${PERSON_ROLES}|${ASSISTANT_ROLES}|${PROGRAM_ROLES}`);
const PERSON = whole(PERSON_ROLES);
const ASSISTANT = whole(ASSISTANT_ROLES);
const PROGRAM = whole(`${PROGRAM_ROLES}|${OWN_NAMES}`);
const PLAIN_ASSISTANT = /^(?:assistant|ai|bot|agent|chatgpt said|claude said|response)$/i;
const BOT_NAME = /bot$|\(bot\)$|\[bot\]$/i;

/** Words that stand before a colon without being anybody's name. */
const LABELS = new Set(
  `note notes todo fixme error errors warning warn info debug example examples summary result results output input
  step steps fix bug question questions answer update updates edit ps re fyi subject date cc bcc time decision decisions decided agreed
  consensus context goal goals plan reason status important reminder rule rules tip hint caution key value option options pros cons
  expected actual description title author url link links source sources file files path usage default returns return args params
  parameters type version problem solution issue cause details conclusion background requirements next tldr tl;dr action actions http https
  however also first second third finally so but and because if then else case traceback exception caused message code
  day duration attendees participants agenda location topic host port name id email phone address
  attachment attachments`.split(/\s+/),
);

/** True for the names transcripts give to a side of the talk rather than to a person. */
export const isRole = (name: string): boolean => ROLE.test(name.trim());

export const isPersonRole = (name: string): boolean => PERSON.test(name.trim());

/** One spelling for the two usual roles; names stay as they are. */
export function speakerName(name: string): string {
  if (PERSON.test(name)) return 'user';
  if (PLAIN_ASSISTANT.test(name)) return 'assistant';
  return PROGRAM.test(name) ? name.toLowerCase() : name;
}

/** Whose words they are: a person's, an assistant's, or a program's (tools, bots, notes). */
export function speakerKind(speaker: string): 'person' | 'assistant' | 'program' {
  const name = speaker.trim();
  if (ASSISTANT.test(name)) return 'assistant';
  return name === '' || PROGRAM.test(name) || BOT_NAME.test(name) ? 'program' : 'person';
}

export function isLabel(name: string): boolean {
  const first = name.toLowerCase().split(/\s/, 1)[0] ?? '';
  return LABELS.has(name.toLowerCase()) || LABELS.has(first);
}
