/** How to write a list of pieces, and what to do with those that are refused. */
interface Halving<Piece, Refused> {
  readonly write: (pieces: readonly Piece[]) => Promise<void>;
  /** Whether an error of `write` means that one of the pieces is at fault. */
  readonly isRefusal: (error: unknown) => error is Refused;
  readonly leaveOut: (piece: Piece, error: Refused) => Promise<void>;
}

/**
 * Writes pieces in order, all at once. If that is refused, writes each half, and so on down to the piece at fault,
 * which is left out. Rethrows errors that are not refusals.
 */
export async function byHalves<Piece, Refused>(
  pieces: readonly Piece[],
  halving: Halving<Piece, Refused>,
): Promise<void> {
  const [first] = pieces;
  if (first === undefined) return;
  try {
    await halving.write(pieces);
  } catch (error) {
    if (!halving.isRefusal(error)) throw error;
    const half = pieces.length >> 1;
    if (half === 0) return halving.leaveOut(first, error);
    await byHalves(pieces.slice(0, half), halving);
    await byHalves(pieces.slice(half), halving);
  }
}
