import type { ApiError } from '../errors/api-error.ts';
import { JsonText } from '../shared/json-text.ts';
import type { Answer } from './route.ts';

type Data = Extract<Answer, { kind: 'data' }>;

/** The body of a success: `meta` before `data`, the public flag last. (Contract, R-40 to R-43.) */
export function envelope(answer: Data, isPublic: boolean): string {
  const { data, meta } = answer;
  const before = meta === undefined ? {} : { meta };
  const after = afterData(answer, isPublic);
  return data instanceof JsonText ? around(before, data, after) : JSON.stringify({ ...before, data, ...after });
}

function afterData({ messages, warning, public: given }: Data, isPublic: boolean): object {
  const flag = given ?? (isPublic || undefined);
  return {
    ...(messages && messages.length > 0 && { messages }),
    ...(warning && { error: shown(warning) }),
    ...(flag !== undefined && { public: flag }),
  };
}

function around(before: object, { text }: JsonText, after: object): string {
  const parts = [membersOf(before), `"data":${text}`, membersOf(after)];
  return `{${parts.filter((part) => part !== '').join(',')}}`;
}

/** The members of an object as JSON, without the braces. */
const membersOf = (of: object): string => JSON.stringify(of).slice(1, -1);

/** The body of a failure. */
export function failure(error: Pick<ApiError, 'code' | 'message'>): string {
  return JSON.stringify({ error: shown(error) });
}

const shown = ({ code, message }: Pick<ApiError, 'code' | 'message'>) => ({ code, message });
