import { ApiError } from '../errors/api-error.ts';

/** A storage failure: error 11. The reason is for the log, not for callers. */
export class StorageFailure extends ApiError {
  /** Whether a retry may succeed. */
  readonly isPassing: boolean;

  constructor(reason: string, { cause, isPassing = false }: { cause?: unknown; isPassing?: boolean } = {}) {
    super('storageUnavailable');
    this.cause = new Error(reason, { cause });
    this.isPassing = isPassing;
  }
}
