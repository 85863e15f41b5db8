/** One failure as the server words it. */
export interface Failure {
  readonly code: number | null;
  readonly message: string;
}

/**
 * A request that failed. `status` is 0 where no answer came, and `code` is then null; `cause` says why. `errors` has every
 * failure of the answer.
 */
export class OctavoError extends Error {
  override readonly name = 'OctavoError';
  readonly code: number | null;
  readonly status: number;
  readonly errors: readonly Failure[];

  constructor(status: number, errors: readonly Failure[], cause?: unknown) {
    super(errors[0]?.message ?? `The server answered ${status}`, { cause });
    this.status = status;
    this.errors = errors;
    this.code = errors[0]?.code ?? null;
  }
}
