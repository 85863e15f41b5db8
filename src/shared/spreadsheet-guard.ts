const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A text that begins with a character at which spreadsheets begin a formula, full-width forms included. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A separator or line break, with a formula after it. Where the separator of lists is a semicolon, spreadsheets split the
 * cells of a CSV file there, and heed no quotes. Signs begin lines of lists, too; they count only before something that can
 * call or refer.
 */
const INNER_FORMULA = /([;\t\r\n])(?='*[" ]*(?:[=@＝＠]|[+\-＋－][^;\t\r\n]*[(!]))/g;
const GUARDED_INNER = /([;\t\r\n])'(?='*[" ]*(?:[=@＝＠]|[+\-＋－][^;\t\r\n]*[(!]))/g;

/** The text of a cell with an apostrophe before whatever a spreadsheet would take for a formula. Numbers stay as they are. */
export function guarded(text: string): string {
  const inner = text.replace(INNER_FORMULA, "$1'");
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner;
}

/** The result of {@link guarded} in parts, each from about `length` characters. */
export function* guardedParts(text: string, length: number): Generator<string> {
  if (FORMULA.test(text) && !NUMBER.test(text)) yield "'";
  for (let from = 0; from < text.length; ) {
    const to = separatorAfter(text, from + length);
    yield text.slice(from, to).replace(INNER_FORMULA, "$1'");
    from = to;
  }
}

/** The result of {@link guarded} for a text that does not begin with a formula and arrives in pieces. */
export function* guardedPieces(pieces: Iterable<string>): Generator<string> {
  // The last separator and what follows it, which the next piece may make a formula.
  let held = '';
  for (const piece of pieces) {
    const last = lastSeparator(piece);
    if (last < 0 && held !== '') held += piece;
    else {
      const text = held + piece;
      const end = last < 0 ? text.length : held.length + last;
      yield text.slice(0, end).replace(INNER_FORMULA, "$1'");
      held = text.slice(end);
    }
  }
  yield held.replace(INNER_FORMULA, "$1'");
}

const lastSeparator = (text: string): number =>
  Math.max(...[';', '\t', '\r', '\n'].map((sign) => text.lastIndexOf(sign)));

/** The next separator, or the end of the text. Whether a formula follows a separator never depends on a later one. */
function separatorAfter(text: string, at: number): number {
  const separator = /[;\t\r\n]/g;
  separator.lastIndex = at;
  return separator.exec(text)?.index ?? text.length;
}

/** The text before it was guarded. */
export function unguarded(text: string): string {
  const outer = text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
  return outer.replace(GUARDED_INNER, '$1');
}
