import { isSame } from '../model/same.ts';
import { makeIdempotencyKey } from './idempotency-key.ts';
import { isRefusal } from './refused.ts';

/** Headers that let the server recognise a retry. */
type Headers = Readonly<Record<'Idempotency-Key', string>>;

/**
 * Returns a function that creates something only once, even if the answer was lost and the same is sent again. It keeps the
 * key until the server answers or refuses.
 */
export function makeOnce(): <T>(body: unknown, send: (headers: Headers) => Promise<T>) => Promise<T> {
  let unanswered: { readonly headers: Headers; readonly body: unknown } | null = null;

  return async (body, send) => {
    const { headers } = unanswered && isSame(unanswered.body, body) ? unanswered : { headers: makeHeaders() };
    unanswered = { headers, body };
    try {
      const answer = await send(headers);
      unanswered = null;
      return answer;
    } catch (error) {
      if (isRefusal(error)) unanswered = null;
      throw error;
    }
  };
}

const makeHeaders = (): Headers => ({ 'Idempotency-Key': makeIdempotencyKey() });
