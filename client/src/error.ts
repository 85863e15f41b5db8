/** One failure, in the server's words. */
export interface Failure {
  readonly code: number | null;
  readonly message: string;
}

/**
 * A failed request. If there was no response, `status` is 0, `code` is null, and `cause` says why. `errors` contains
 * every failure of the response.
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
