import { type ApiError, isRefusal } from '../../../errors/api-error.ts';
import type { Transaction } from '../../../persistence/transaction.ts';
import type { JobRun, JobStep } from '../kind.ts';
import { refusalOf } from '../refusals.ts';

/** A batch of pieces, with the checkpoint after each of them. */
interface Lot<Piece, Checkpoint> {
  readonly pieces: readonly Piece[];
  readonly isLast: boolean;
  after(piece: Piece): Checkpoint;
}

/** How a kind of job handles its pieces. */
interface Treatment<Piece, Checkpoint> {
  /** Finds the next pieces, inside the transaction that handles them. */
  readonly find: (tx: Transaction, most: number) => Promise<Lot<Piece, Checkpoint>>;
  readonly treat: (tx: Transaction, piece: Piece) => Promise<void>;
  readonly keyOf: (piece: Piece) => string;
  /** The checkpoint of an empty batch. */
  readonly start: Checkpoint;
}

/** Thrown for the piece that causes a batch to be refused. */
class PieceRefused<Piece, Checkpoint> extends Error {
  readonly before: number;
  readonly key: string;
  readonly error: ApiError;
  readonly checkpoint: Checkpoint;

  constructor(before: number, key: string, error: ApiError, lot: Lot<Piece, Checkpoint>) {
    super(error.message);
    this.before = before;
    this.key = key;
    this.error = error;
    this.checkpoint = lot.after(lot.pieces[before] as Piece);
  }
}

/**
 * Handles pieces in batches, with one commit per batch, until the step's time is used up. A refused piece is left out
 * and recorded, and the pieces before it are handled in a batch of their own. The job is done after the last piece.
 */
export async function handlePieces<Piece, Checkpoint>(
  run: JobRun<unknown, Checkpoint>,
  treatment: Treatment<Piece, Checkpoint>,
): Promise<void> {
  let most = run.size;
  let isOver = false;
  let hasCommitted = false;
  do {
    try {
      await run.commit(async (tx) => {
        const lot = await treatment.find(tx, most);
        await handleLot(tx, run, lot, treatment);
        isOver = lot.isLast;
        return stepAfter(run, lot, treatment.start);
      });
      hasCommitted = true;
      most = run.size;
    } catch (error) {
      if (!(error instanceof PieceRefused)) throw error;
      most = error.before || run.size;
      if (error.before > 0) continue;
      await leaveOut(run, error);
      hasCommitted = true;
    }
  } while (!isOver && !(hasCommitted && run.isSpent));
}

async function handleLot<Piece, Checkpoint>(
  tx: Transaction,
  run: JobRun<unknown, Checkpoint>,
  lot: Lot<Piece, Checkpoint>,
  { treat, keyOf }: Treatment<Piece, Checkpoint>,
): Promise<void> {
  for (const [index, piece] of lot.pieces.entries()) {
    try {
      await treat(tx, piece);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new PieceRefused(index, keyOf(piece), error, lot);
    }
    await run.breathe();
  }
}

function stepAfter<Piece, Checkpoint>(
  { progress }: JobRun<unknown, Checkpoint>,
  { pieces, isLast, after }: Lot<Piece, Checkpoint>,
  start: Checkpoint,
): JobStep<Checkpoint> {
  const last = pieces.at(-1);
  const done = progress.done + pieces.length;
  return {
    checkpoint: last === undefined ? start : after(last),
    progress: { done },
    ...(isLast && { ended: { result: { changed: done - progress.refused, refused: progress.refused } } }),
  };
}

function leaveOut<Checkpoint>(
  run: JobRun<unknown, Checkpoint>,
  { key, error, checkpoint }: PieceRefused<unknown, Checkpoint>,
): Promise<void> {
  const { done } = run.progress;
  return run.commit(async () => ({
    checkpoint,
    progress: { done: done + 1 },
    refused: [refusalOf(key, error)],
  }));
}
