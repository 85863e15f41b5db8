/** A storage that cannot be used: why is for the log, not for callers. */
export class StorageFailure extends Error {
  /** It may be otherwise in a moment. */
  readonly isPassing: boolean;

  constructor(message: string, { cause, isPassing = false }: { cause?: unknown; isPassing?: boolean } = {}) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}
