/** The driver's codes of a session that cannot be opened in time, and of one that was ended because it is silent. */
const CODES: ReadonlySet<unknown> = new Set(['CONNECT_TIMEOUT', 'CONNECTION_DESTROYED']);

/** Whether a statement failed because the server does not answer. */
export function isSilence(error: unknown): boolean {
  return CODES.has((error as { readonly code?: unknown }).code);
}

/** The error of work that is refused while the server does not answer. */
export function silence(): Error {
  return Object.assign(new Error('the server does not answer'), { code: 'CONNECTION_DESTROYED' });
}
