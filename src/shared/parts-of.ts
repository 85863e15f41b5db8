/** Parts of a text, each of about this length. No character is cut. */
export function* partsOf(text: string, length: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = isLowSurrogate(text.charCodeAt(from + length)) ? from + length + 1 : from + length;
    yield text.slice(from, to);
    from = to;
  }
}

/** Whether a code unit is the second one of a character. */
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
