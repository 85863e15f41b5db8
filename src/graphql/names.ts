/**
 * The GraphQL name of a collection or field: with `_` for disallowed characters (`2fa_secret` becomes `_2fa_secret`).
 * Null if nothing is left.
 */
function graphqlName(text: string): string | null {
  const allowed = text.replaceAll(/[^_0-9A-Za-z]/g, '_').replace(/^(?=\d)/, '_');
  const open = allowed.replace(/^__+/, '_');
  return /[0-9A-Za-z]/.test(open) ? open : null;
}

/** Assigns names: valid names are kept; of several that collide, the first gets the name. */
export function namesOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const isName = (text: string): boolean => graphqlName(text) === text;
  for (const text of [...texts.filter(isName), ...texts.filter((other) => !isName(other))]) {
    const name = graphqlName(text);
    if (name !== null && !names.has(name)) names.set(name, text);
  }
  return new Map([...names].map(([name, text]) => [text, name]));
}
