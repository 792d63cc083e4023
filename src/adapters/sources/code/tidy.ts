/** Longer names are selectors or titles; the rest of them tells nothing. */
export const MAX_NAME = 120;

/** A name as people say it, and the type it was written with (`A::b`). */
export interface TidyName {
  readonly name: string;
  readonly owner: string;
}

/** `(s *Stack[T])` → `Stack`. */
export function receiverOf(receiver: string): string {
  const end = receiver.lastIndexOf(')');
  const bare = receiver.slice(0, end === -1 ? undefined : end).replace(/\[[^\]]*\]\s*,?\s*$/, '');
  return /([\w\u0080-\uffff]+)\s*,?\s*$/.exec(bare.slice(-MAX_NAME))?.[1] ?? '';
}

/** `&'a mut fmt::Foo<T>` → `Foo`. */
function implemented(type: string): string {
  const generics = type.indexOf('<');
  const bare = (generics === -1 ? type : type.slice(0, generics)).replace(
    /^[&*\s]*(?:'\w+\s+)?(?:(?:mut|dyn|const)\s+)*/,
    '',
  );
  const name = bare.slice(bare.lastIndexOf(':') + 1).trim();
  return name === '' ? type : name;
}

/** Without quotes, sigils and generics. */
export function tidyName(written: string, kind: string): TidyName {
  if (kind === 'rule') return { name: written.slice(0, MAX_NAME).replace(/\s+/g, ' '), owner: '' };
  const short = written.slice(0, MAX_NAME);
  if (kind === 'impl') return { name: implemented(short), owner: '' };
  if (/^[A-Za-z_]\w*$/.test(short)) return { name: short, owner: '' };
  const cut = short.lastIndexOf('::');
  if (cut !== -1) {
    const owner = short.slice(0, cut).replace(/<[^>]*>/g, '');
    const own = owner.slice(owner.lastIndexOf(':') + 1).trim();
    return { name: short.slice(cut + 2).trim(), owner: own };
  }
  const quote = short[0] ?? '';
  const quoted = short.length > 1 && /['"`]/.test(quote) && short.endsWith(quote);
  return { name: (quoted ? short.slice(1, -1) : short).trim(), owner: '' };
}
