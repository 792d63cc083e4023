/** A value made when it is first asked for: some patterns take milliseconds to build, and most runs never meet a text they are for. */
export function late<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
