import type { ApiError } from '../errors/api-error.ts';
import { JsonText } from '../shared/json-text.ts';
import type { Answer } from './route.ts';

type Data = Extract<Answer, { kind: 'data' }>;

/** The body of a success: `meta` before `data`, the public flag last. (Contract, R-40 to R-43.) */
export function envelope(answer: Data, isPublic: boolean): string {
  const { data, meta } = answer;
  const body: Members = {};
  if (meta !== undefined) body.meta = meta;
  if (data instanceof JsonText) return around(body, data, withRest({}, answer, isPublic));
  body.data = data;
  return JSON.stringify(withRest(body, answer, isPublic));
}

type Members = Record<string, unknown>;

/** Adds the members that follow the data. */
function withRest(body: Members, { messages, warning, public: given }: Data, isPublic: boolean): Members {
  if (messages && messages.length > 0) body.messages = messages;
  if (warning) body.error = shown(warning);
  const flag = given ?? (isPublic || undefined);
  if (flag !== undefined) body.public = flag;
  return body;
}

function around(before: Members, { text }: JsonText, after: Members): string {
  const [first, last] = [membersOf(before), membersOf(after)];
  return `{${first === '' ? '' : `${first},`}"data":${text}${last === '' ? '' : `,${last}`}}`;
}

/** The members of an object as JSON, without the braces. Most objects have none. */
function membersOf(of: Members): string {
  for (const _ in of) return JSON.stringify(of).slice(1, -1);
  return '';
}

/** The body of a failure. */
export function failure(error: Pick<ApiError, 'code' | 'message'>): string {
  return JSON.stringify({ error: shown(error) });
}

const shown = ({ code, message }: Pick<ApiError, 'code' | 'message'>) => ({ code, message });
