/** A name as SQL text. */
export function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A text as SQL text. */
export function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', Z: '\x1a' };

/** What stands between the quotes of SQL text, as the text that it means. */
export function unescaped(text: string): string {
  return text.replace(/''|\\(.)/gs, (whole, letter?: string) =>
    letter === undefined ? whole.slice(1) : (ESCAPED[letter] ?? letter),
  );
}
