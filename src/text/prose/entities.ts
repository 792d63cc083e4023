/** The named character references that occur in documentation; others stay as written. */
const SIGNS = `amp & lt < gt > quot " apos ' copy © reg ® trade ™ hellip … mdash — ndash – lsquo ‘ rsquo ’ ldquo “ rdquo ” bull • middot ·
  para ¶ sect § deg ° plusmn ± times × divide ÷ laquo « raquo » euro € pound £ yen ¥ cent ¢ larr ← uarr ↑ rarr → darr ↓ harr ↔
  le ≤ ge ≥ ne ≠ asymp ≈ infin ∞ micro µ frac12 ½ frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³ check ✓ cross ✗ auml ä ouml ö uuml ü
  Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è ecirc ê agrave à acirc â ccedil ç iacute í oacute ó uacute ú ntilde ñ aring å
  Eacute É aelig æ oslash ø iexcl ¡ iquest ¿ lbrace { rbrace } lbrack [ rbrack ] lpar ( rpar ) num # dollar $ percnt % ast *
  plus + comma , period . sol / colon : semi ; equals = quest ? commat @ bsol \\ lowbar _ grave \` verbar | vert | excl !
  lsaquo ‹ rsaquo › sbquo ‚ bdquo „ dagger † permil ‰ minus − radic √ sum ∑ prod ∏ part ∂ int ∫ alpha α beta β gamma γ delta δ
  lambda λ mu μ pi π sigma σ omega ω Delta Δ Sigma Σ Omega Ω`;
const NAMED: ReadonlyMap<string, string> = new Map([
  ...Array.from(SIGNS.matchAll(/(\w+) (\S)/g), ([, name = '', sign = '']) => [name, sign] as const),
  ...['nbsp', 'ensp', 'emsp', 'thinsp'].map((name) => [name, ' '] as const),
  ...['shy', 'zwnj', 'zwj', 'lrm', 'rlm'].map((name) => [name, ''] as const),
  ['NewLine', '\n'],
  ['Tab', '\t'],
]);
const LAST_CODE_POINT = 0x10ffff;

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,15}));?/g,
    (all, ...parts) => {
      const [decimal, hex, name] = parts as [string?, string?, string?];
      if (name !== undefined) return all.endsWith(';') ? (NAMED.get(name) ?? all) : all;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const valid = code > 0 && code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
      if (code === 160 || code === 0x200b) return ' ';
      return valid ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
