/** Joins short pieces of a text, so that all but the last have at least this many characters. */
export function* joinedPieces(pieces: Iterable<string>, length: number): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < length) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
