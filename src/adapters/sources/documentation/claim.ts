import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { proseLanguageOf } from '../../../text/code/known.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { proseLanguage } from '../../../text/prose/parse.ts';
import { type PathParts, pathParts } from '../../../text/prose/path.ts';
import { jsonKeys } from './json-keys.ts';

/** Names that are documentation whatever follows them: `README`, `README.dev`, `CHANGES-2.0`. */
const KNOWN_NAME =
  /^(?:readme|contributing|changelog|changes|history|news|authors|contributors|maintainers|install|todo|hacking|security|code_of_conduct|governance|roadmap|architecture|design|faq|thanks|credits|support|upgrading|upgrade|release[-_]?notes|bugs|usage|about|acknowledge?ments|manifesto)(?:[._-]|$)/i;
const LICENCE_NAME =
  /^(?:licen[cs]es?|copying|copyright|notice|patents|unlicen[cs]e|third[-_ ]?party[-_ ]?(?:licen[cs]es|notices))(?:[._-]|$)/i;
/** Extensions of programs and settings: `license.py` and `readme.json` are not prose. */
const CODE_EXTENSION =
  /^(?:[cm]?[jt]sx?|py|pyi|go|rs|c|h|cc|cpp|hpp|java|kt|rb|php|cs|swift|scala|sh|bash|ps1|bat|cmd|sql|json|jsonl|ya?ml|toml|xml|ini|cfg|css|scss|svg|vue|svelte|html?|lock|tmpl|j2|erb|in|am|m4|snap|csv|tsv|log|key|pem|pub|spec|gradle|ex|exs|erl|hs|ml|lua|pl|pm|r|jl|dart|zig|nim|d)$/;
/** Lists and settings that happen to be called `.txt`. */
const NOT_PROSE_TXT =
  /^(?:cmakelists|robots|ads|app-ads|runtime|conanfile|meson_options|sources|top_level|entry_points|requires|dependency_links|namespace_packages|not-zip-safe|.*requirements.*|(?:.*[-_])?constraints(?:[-_].*)?|(?:.*[-_])?(?:words?|wordlist|dictionary|stopwords|passwords|allowlist|blocklist|whitelist|blacklist)|.*\.(?:py|js|ts|c|h|html|json|xml|ya?ml|csv|sql))$/;
/** Folders whose texts are read by programs, not by people. */
const PROGRAM_FOLDER =
  /^(?:tests?|spec|specs|testdata|test[-_]data|fixtures?|__snapshots__|__fixtures__|snapshots|goldens?|templates?|jinja2|requirements|conf|data|locales?|.*\.egg-info|.*\.dist-info)$/;
const DOCUMENT_FOLDER =
  /^(?:docs?|documentation|site|help|man|manuals?|guides?|wiki|javadocs?|apidocs?|api-docs|reference|handbook)$/;
const TEMPLATE_FOLDER =
  /^(?:_?templates?|_?layouts?|_?includes?|_?partials?|_?themes?|_static|views|fixtures?|tests?|node_modules)$/;
const TEMPLATE_MARK =
  /\{%|\{\{|<%|<\?php|<\?=|th:text=|ng-app|<div id=["'](?:root|app|__next)["']|\$\{[^}\n]+\}/;
const ROFF_NAME = /\.(?:[1-9](?:[a-z]{0,4})?|man|mdoc)$/;
const ROFF_MARK = /^(?:\.TH\s|\.Dd\s|\.Dt\s|\.SH\s|\.Sh\s)/m;

const ADR_FOLDER =
  /^(?:adrs?|architecture[-_]decisions?|decision[-_](?:records?|logs?)|architectural[-_]decisions?)$/;
const ADR_PARENT = /^(?:docs?|documentation|arch(?:itecture)?|design|\.?log4brains|project)$/;
const NUMBERED = /^(?:adr[-_ ]?)?\d{1,8}(?:[-_. ]|$)/;
const NOT_A_RECORD = /^(?:readme|index|(?:adr[-_])?template|.*[-_]template|_index|toc|summary)$/;

/** What a file is to the documentation source, or null if it is none of its business. */
export function claim(path: string, head: string, settings: SourceSettings): Shape | null {
  const parts = pathParts(path);
  if (/^(?:ya?ml|json)$/.test(parts.extension)) {
    const api = looksLikeOpenApi(parts, head);
    return api ? shape('api', head.trimStart().startsWith('{') ? 'json' : 'yaml') : null;
  }
  const language = languageOf(parts, head);
  if (language !== null) return shape(kindOf(parts, head, language), language);
  if (!matchesGlobs(path, settings.paths)) return null;
  if (/^html?$/.test(parts.extension)) return shape('prose', 'html');
  return shape('prose', proseLanguageOf(parts.extension) ?? proseLanguage(head));
}

function shape(kind: string, language: string): Shape {
  return { source: 'documentation', kind, language, options: '' };
}

const TELLING_NAME = /(?:^|[._-])(?:openapi|swagger)(?:[._-]|$)/;

/** True if a YAML or JSON file is an OpenAPI or Swagger document, from its first characters. */
function looksLikeOpenApi({ stem }: PathParts, head: string): boolean {
  const isJson = head.trimStart().startsWith('{');
  let found =
    !isJson && /^["']?(?:openapi|swagger)["']?\s*:\s*["']?[1-4](?:\.|["'\s]|$)/m.test(head);
  // Keys may be sorted, with the version behind kilobytes of components.
  let typical = !isJson && /^(?:paths|components|definitions|info)\s*:/m.test(head);
  jsonKeys(isJson ? head : '', 1, ({ key, value }) => {
    if (/^(?:openapi|swagger)$/.test(key) && /^[1-4](?:\.|$)/.test(value)) found = true;
    if (/^(?:paths|components|definitions|info)$/.test(key)) typical = true;
  });
  return found || (typical && TELLING_NAME.test(stem));
}

function languageOf(parts: PathParts, head: string): string | null {
  const { base, extension } = parts;
  const known = proseLanguageOf(extension);
  if (known !== undefined && known !== 'text') return known;
  if (known === 'text') return isProseText(parts, head) ? proseLanguage(head) : null;
  if (/^x?html?$/.test(extension)) return isHtmlDocument(parts, head) ? 'html' : null;
  if (ROFF_NAME.test(base) && ROFF_MARK.test(head)) return 'roff';
  if (CODE_EXTENSION.test(extension) || head.startsWith('#!')) return null;
  // `license` may be a folder's module and `about` a command; in capitals, or known ones, it is a text.
  const named = KNOWN_NAME.test(base) || LICENCE_NAME.test(base);
  const telling =
    base === base.toUpperCase() || /^(?:readme|licen[cs]e|copying|changelog)/i.test(base);
  const suffixed = /^[A-Z][A-Z_-]{3,}[._-]/.test(base);
  return named && (telling || suffixed) ? proseLanguage(head) : null;
}

function isProseText(parts: PathParts, head: string): boolean {
  if (KNOWN_NAME.test(parts.base) || LICENCE_NAME.test(parts.base)) return true;
  if (/^\s*\{[{%]/.test(head)) return false;
  // `docs/constraints.txt` may be a chapter: the markup tells.
  if (NOT_PROSE_TXT.test(parts.stem)) return proseLanguage(head) === 'restructuredtext';
  // The nearest telling folder decides: docs/templates/ holds templates' docs, app/templates/ templates.
  const documents = parts.folders.findIndex((folder) => DOCUMENT_FOLDER.test(folder));
  const programs = parts.folders.findIndex((folder) => PROGRAM_FOLDER.test(folder));
  return programs === -1 || (documents !== -1 && documents < programs);
}

function isHtmlDocument(parts: PathParts, head: string): boolean {
  if (!parts.folders.some((folder) => DOCUMENT_FOLDER.test(folder))) return false;
  if (parts.folders.some((folder) => TEMPLATE_FOLDER.test(folder))) return false;
  return !TEMPLATE_MARK.test(head.replace(/<(script|style|pre|code)\b[\s\S]*?(?:<\/\1|$)/gi, ''));
}

function kindOf(parts: PathParts, head: string, language: string): string {
  if (LICENCE_NAME.test(parts.base) || parts.folders.at(-1) === 'licenses') return 'licence';
  if (language === 'roff' || language === 'html' || NOT_A_RECORD.test(parts.stem)) return 'prose';
  return isRecord(parts, head) ? 'decision' : 'prose';
}

/** A decision record lies in a folder for them, or is numbered and has their headings. */
function isRecord(parts: PathParts, head: string): boolean {
  const { folders, stem } = parts;
  if (folders.some((folder) => ADR_FOLDER.test(folder))) return true;
  const at = folders.lastIndexOf('decisions');
  if (at === 0 || (at > 0 && (ADR_PARENT.test(folders[at - 1] ?? '') || NUMBERED.test(stem))))
    return true;
  if (!NUMBERED.test(stem) && !stem.startsWith('adr-')) return false;
  const decision =
    /^(?:#{1,4}|={2,4})\s+(?:[\d.]+\s+)?decision\b|^decision(?: outcome)?\s*\n[-=~^]{3}/im;
  return /^\W{0,8}status\b/im.test(head) && decision.test(head);
}
