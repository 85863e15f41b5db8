import { ApiError } from '../errors/api-error.ts';

interface Particulars {
  readonly cause?: unknown;
  readonly isPassing?: boolean;
  readonly waitMs?: number | null;
}

/** A storage failure: error 11. The reason is for the log, not for callers. */
export class StorageFailure extends ApiError {
  /** Whether a retry may succeed. */
  readonly isPassing: boolean;
  /** How long the storage asks to wait, in milliseconds; null if it does not say. */
  readonly waitMs: number | null;

  constructor(reason: string, { cause, isPassing = false, waitMs = null }: Particulars = {}) {
    super('storageUnavailable');
    this.cause = new Error(reason, { cause });
    this.isPassing = isPassing;
    this.waitMs = waitMs;
  }
}
