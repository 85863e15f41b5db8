const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How a text of JSON is built. */
interface JsonShape {
  /** How deep it is nested. */
  readonly levels: number;
  /** How many members its outermost object has. */
  readonly members: number;
  /** How many names all its objects have. */
  readonly names: number;
}

/** Finds out how a text of JSON is built without parsing it: megabytes of brackets or names would take the parser long. */
export function jsonShape(text: string): JsonShape {
  let [depth, levels, members, names] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === LIST || code === OBJECT) levels = Math.max(levels, ++depth);
    else if (code === LIST_END || code === OBJECT_END) depth--;
    else if (code === COLON) {
      names++;
      if (depth === 1) members++;
    }
  }
  return { levels, members, names };
}

/** The place of the quote that ends a text. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
