/** Splits a text into parts of about `length` code units. No character is cut in half. */
export function* partsOf(text: string, length: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = isLowSurrogate(text.charCodeAt(from + length)) ? from + length + 1 : from + length;
    yield text.slice(from, to);
    from = to;
  }
}

/** Whether a code unit is the second half of a character. */
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
