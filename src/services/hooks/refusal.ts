import { ApiError, ExtensionRefusal } from '../../errors/api-error.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber } from '../../shared/text.ts';

/** What an extension threw to refuse, as the caller is told; null for anything else that it threw. */
export function extensionRefusal(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  if (!isRecord(thrown) && !(thrown instanceof Error)) return null;
  const { status, code, message } = thrown as { status?: unknown; code?: unknown; message?: unknown };
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 499) return null;
  if (typeof message !== 'string' || message === '') return null;
  return new ExtensionRefusal(message, status, Number.isInteger(code) ? asNumber(code) : 12);
}
