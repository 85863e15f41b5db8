import { ApiError, ExtensionRefusal } from '../../errors/api-error.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber } from '../../shared/text.ts';

/** Returns the refusal that an extension threw, in the form that the caller gets; null for anything else. */
export function extensionRefusal(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  if (!isRecord(thrown) && !(thrown instanceof Error)) return null;
  const { status, code, message } = thrown as { status?: unknown; code?: unknown; message?: unknown };
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 499) return null;
  if (typeof message !== 'string' || message === '') return null;
  return new ExtensionRefusal(message, status, Number.isInteger(code) ? asNumber(code) : 12);
}
