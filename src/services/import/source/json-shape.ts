const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The structure of a JSON text. */
export interface JsonShape {
  /** The depth of its nesting. */
  readonly levels: number;
  /** The number of members of its outermost object. */
  readonly members: number;
  /** The number of names in all its objects. */
  readonly names: number;
  /** About the number of its values: of its commas and opening brackets. */
  readonly values: number;
}

/**
 * Determines the structure of a JSON text without parsing it, because megabytes of brackets or names would take the
 * parser long.
 */
export function jsonShape(text: string): JsonShape {
  let [depth, levels, members, names, values] = [0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values++;
    else if (opens(code)) {
      values++;
      levels = Math.max(levels, ++depth);
    } else if (closes(code)) depth--;
    else if (code === COLON) {
      names++;
      if (depth === 1) members++;
    }
  }
  return { levels, members, names, values };
}

const opens = (code: number): boolean => code === LIST || code === OBJECT;
const closes = (code: number): boolean => code === LIST_END || code === OBJECT_END;

/** The offset of the quote that ends a text. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
