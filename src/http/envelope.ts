import type { ApiError } from '../errors/api-error.ts';
import type { Answer } from './route.ts';

/** The body of a success: `meta` before `data`, the public flag last. (Contract, R-40 to R-43.) */
export function envelope(answer: Extract<Answer, { kind: 'data' }>, isPublic: boolean): string {
  const { data, meta, messages, warning } = answer;
  const body: Record<string, unknown> = {};
  if (meta !== undefined) body.meta = meta;
  body.data = data;
  if (messages && messages.length > 0) body.messages = messages;
  if (warning) body.error = shown(warning);
  const flag = answer.public ?? (isPublic || undefined);
  if (flag !== undefined) body.public = flag;
  return JSON.stringify(body);
}

/** The body of a failure. */
export function failure(error: Pick<ApiError, 'code' | 'message'>): string {
  return JSON.stringify({ error: shown(error) });
}

const shown = ({ code, message }: Pick<ApiError, 'code' | 'message'>) => ({ code, message });
