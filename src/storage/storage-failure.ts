/** A storage failure; its cause is for the log, not for callers. */
export class StorageFailure extends Error {
  /** Whether a retry may succeed. */
  readonly isPassing: boolean;

  constructor(message: string, { cause, isPassing = false }: { cause?: unknown; isPassing?: boolean } = {}) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}
