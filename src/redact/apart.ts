import type { Written } from './literals.ts';
import type { NamePlace } from './readers.ts';

const REACH = 200;
/** How far before a name another argument may end. */
const ARGUMENT_REACH = 48;
const FIRST =
  /(?:[!=]=\s{0,4}|\.equals(?:IgnoreCase)?\(\s?|\b(?:[kK]ey|for\w{0,20}|name|account)\s?[:=]\s?@?["'])$/;
const COMPARED =
  /(["'`])(?:Bearer |Token )?([^"'`\n]{1,180})\1\s{0,4}(?:[!=]={1,2}\s{0,4}|\.equals(?:IgnoreCase)?\(\s?|(?:,|\s{1,4}(?:WHERE|where)|(?=\sfor))\s{0,4}\w+\s?[:=]\s?@?["'])$/;
/** `assertEquals("value", password)` */
const ASSERTED =
  /\b(?:[aA]ssert[\w.]{0,24}!?|[eE]xpect\w{0,12}|[eE]quals?|compare_digest|hash_equals)\(\s{0,4}(?:\w{1,3}, )?(["'`])([^"'`\n]{1,180})\1,\s{0,4}(?:[\w.$]{1,40}[([]["'])?[$@&]?$/;
/** `#[arg(default_value = "value")] password: String`, `[DefaultValue("value")] public string Password` */
const DECLARED =
  /(?:[dD]efault_?[vV]alue(?:_t)?|@Value|@Default)\s{0,2}[=(]\s{0,2}(["'])([^"'\n]{1,100})\1[^"'\n]{0,60}[\])]\s{1,60}(?:[\w<>?[\]]{1,30}\s{1,4}){0,4}$/;
/** `default = "value" # password` */
const REMARKED =
  /(["'])((?:[^"'\n]{2,60}\1 ?[+.&] ?\1)?[^"'\n]{2,100})\1[\w.)(\]},; \t]{0,30}[ \t](?:#|\/\/|--)[ \t]*(?:\w{1,20}[,:]?[ \t]){0,4}(?<!\b(?:of|for|from|to|in|with|by|per|without|no|never)[ \t])$/;
/** The name ends it, or says whose it is: `// the password for field service`, `// the password, same everywhere`. */
const ENDS_REMARK =
  /^[ \t]*(?:(?:(?:for|of|on|to|in|with|from|at)\b|[,;.][ \t]|(?<=[ \t])\()[^\n"'`]{1,60})?(?:\r?\n|$)/;
const REMARK = /#|\/\/|--/;
const REMARK_REACH = 72;
/** `PASSWORD=$(echo value | base64 -d)` */
const PIPED =
  /^=["']?(?:\$\(|`)[ \t]?(?:echo|printf)[ \t]+(?:-\w{1,3}[ \t]+|["']%s["'][ \t]+)?(["']?)([^\s"'`|)$]{3,180})\1[ \t]*\|/;
const UNPACKED =
  /^[ \t]*(?:(?:var|let|const|my|local|val)[ \t]+)?[([]?((?:[\w$@.]{1,40},[ \t]?){1,5}[\w$@.]{1,40})[)\]]?[ \t]*:?=[ \t]*[([]?((?:["'][^"'\n]{0,100}["'](?:,[ \t]*|(?=[ \t]*[)\];\r\n]|[ \t]*$))|[\w.]{1,40},[ \t]*){2,6})/;

/** A value that does not follow its name: one it is compared with, one that stands before or in a command, one of several that are unpacked. */
export function valueApart(text: string, { name, from, to }: NamePlace): Written | null {
  const base = Math.max(0, from - REACH);
  const lead = text.slice(base, from);
  if (FIRST.test(lead.slice(-32))) return stated(base, COMPARED.exec(lead));
  // Cheap questions first: every name comes by here.
  if (/^=["']?[$`]/.test(text.slice(to, to + 3))) return piped(text, to);
  const comma = lead.lastIndexOf(',');
  if (comma > lead.length - ARGUMENT_REACH && /["'`]/.test(lead.charAt(comma - 1))) {
    // `assertEqual("Primary", user.credentials[0].description)`, `credentials.get(0).getLabel()`: of one of several.
    const isOfOne = /^(?:\[\d\]|\(\d\))\.[A-Za-z]/.test(text.slice(to, to + 5));
    const asserted = isOfOne ? null : ASSERTED.exec(lead);
    if (asserted !== null) return stated(base, asserted);
  }
  if (lead.includes('efault')) {
    const declared = DECLARED.exec(lead);
    if (declared !== null) return stated(base, declared);
  }
  const isOneOf = text.charAt(to) === ',' && /[,:][ \t]$/.test(lead);
  if (!isOneOf && REMARK.test(lead) && ENDS_REMARK.test(text.slice(to, to + REMARK_REACH)))
    return stated(base, REMARKED.exec(lead));
  const isListed = /,[ \t]?[$@]?$/.test(lead) || /^,[ \t]?[\w$@]/.test(text.slice(to, to + 3));
  return isListed ? unpacked(text, lead, name, from) : null;
}

function stated(base: number, match: RegExpExecArray | null): Written | null {
  if (match?.[2] === undefined) return null;
  const start = base + match.index + match[0].indexOf(match[2], match[0].search(/["'`]/));
  const by = /[!=]=\s*$|equals|^(?:[aA]ssert|[eE]xpect)/.test(match[0]) ? 'compare' : 'assign';
  const value = match[2].replace(BETWEEN, '');
  return { from: start, to: start + match[2].length, value, quoted: true, by };
}
/** `"first" + "second"` */
const BETWEEN = /["'] ?[+.&] ?["']/;

function piped(text: string, to: number): Written | null {
  const match = PIPED.exec(text.slice(to, to + REACH));
  if (match?.[2] === undefined) return null;
  const start = to + match[0].lastIndexOf(match[2]);
  return { from: start, to: start + match[2].length, value: match[2], quoted: true, by: 'assign' };
}

/** `user, password = "ann", "value"` */
function unpacked(text: string, lead: string, name: string, from: number): Written | null {
  const lineFrom = from - (lead.length - lead.lastIndexOf('\n') - 1);
  const match = UNPACKED.exec(text.slice(lineFrom, lineFrom + REACH * 2));
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const at = match[1].split(/,[ \t]?/).indexOf(name);
  const values = [...match[2].matchAll(/(["'])([^"'\n]*)\1|[\w.]+/g)];
  const found = values[at];
  if (found?.[2] === undefined) return null;
  const start = lineFrom + match[0].length - match[2].length + found.index + 1;
  return { from: start, to: start + found[2].length, value: found[2], quoted: true, by: 'assign' };
}
