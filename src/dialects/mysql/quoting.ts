/** Quotes an identifier. */
export function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** Quotes a text literal. */
export function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', Z: '\x1a' };

/** Decodes the body of a quoted SQL literal. */
export function unescaped(text: string): string {
  return text.replace(/''|\\(.)/gs, (whole, letter?: string) =>
    letter === undefined ? whole.slice(1) : (ESCAPED[letter] ?? letter),
  );
}
