/*
 * What Sheaf wrote itself and somebody saved in the tree: it repeats the project, so as evidence it would only push the project out.
 * Each output is known by how it begins and by something further down that only it has.
 */
const ENTITY = '### [^\n]+\n\\*[^\n]+:\\d+\\*\n';
const PLACE = '[^\n]{1,300} \\[[^\n]{1,500}:\\d+\\]\n';
const OUTPUTS: readonly (readonly [begins: RegExp, holds: RegExp])[] = [
  // The formats of a context, as src/format writes them.
  [/^<!-- mdctx:version=\d[\d.]*; flow_id=/, /-->/],
  [/^\[(?:SYSTEM|REQUEST)\]\n/, /\n\[DOC: /],
  [/^\[DOC: [^\n]*\]\n/, /^\[META: source=/m],
  [/^# System\n|^## [A-Z][A-Za-z ]*\n\n###|^###/, new RegExp(`(?:^|\\n)${ENTITY}`)],
  [/^<context>\n<(?:system|section|entity|request)\b/, /\n<\/context>/],
  [new RegExp(`^${PLACE}`), /\n=== Request ===\n/],
  [/^=== [A-Z][A-Za-z ]* ===\n/, new RegExp(`\n${PLACE}`)],
  [/^\{"version":1,\n"flow_id":"/, /\n"request":"/],
  [/^\{"(?:system|messages)":\[/, /\n\{"type":"text","text":"# User Request\\n/],
  // What `--json` prints, plans, and the two reports.
  [/^\{\n {2}"version": 1,\n {2}"task": \{/, /\n {2}"state_root": "/],
  [/^\{\n {2}"version": "[\d.]+",\n {2}"flow_id": "/, /\n {2}"ctx_digest": "sha256:/],
  [/^={80}\n {23}CONTEXT BUDGET ALLOCATION\n/, /\nTotal Budget: /],
  [/^ASSEMBLIES: [\d,]+\n/, /\n {2}Mean utilization: /],
];

export const isOwnOutput = (text: string): boolean =>
  OUTPUTS.some(([begins, holds]) => begins.test(text) && holds.test(text));
