import { dataBody, publicBody } from '../../wire/envelope.ts';
import type { Build } from '../../wire/shape.ts';
import type { DataAnswer, Wire, WireAnswer } from '../../wire/wire.ts';
import { plainSchema } from '../schemas/plain.ts';
import type { JsonSchema } from '../schemas/value.ts';
import type { DescribedRoute } from './described-route.ts';

const JSON_TYPE = 'application/json';

/** One kind of answer with a status. */
interface Success {
  readonly status: string;
  readonly type: string | null;
  readonly schema: JsonSchema | null;
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Success',
  204: 'Success, with nothing to show',
  206: 'A part of the file',
  302: 'The answer is elsewhere',
  304: 'The state that the client has is current',
};

/** The successful answers of a route by status. `isPublic` says whether the document is for callers without a token. */
export function successesOf(
  t: Build,
  route: DescribedRoute,
  wire: Wire,
  isPublic: boolean,
): Readonly<Record<string, JsonSchema>> {
  const successes = wire.answers.flatMap((answer) => successOf(t, answer, isPublic));
  const isTagged = route.method === 'GET' && wire.answers.some(({ kind }) => kind === 'data' || kind === 'file');
  if (isTagged) successes.push({ status: '304', type: null, schema: null });
  const statuses = [...new Set(successes.map(({ status }) => status))].sort();
  return Object.fromEntries(statuses.map((status) => [status, response(status, successes, isTagged)]));
}

function response(status: string, successes: readonly Success[], isTagged: boolean): JsonSchema {
  const alike = successes.filter((success) => success.status === status);
  const types = [...new Set(alike.flatMap(({ type }) => (type === null ? [] : [type])))];
  const content = types.map((type) => [type, { schema: anyOf(alike.filter((each) => each.type === type)) }]);
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  return {
    description: DESCRIPTIONS[status] ?? 'Success',
    ...(isTagged && status === '200' && { headers }),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

function anyOf(alike: readonly Success[]): JsonSchema {
  const schemas = alike.flatMap(({ schema }) => (schema ? [schema] : []));
  return schemas.length === 1 ? (schemas[0] ?? {}) : schemas.length === 0 ? {} : { anyOf: schemas };
}

const EXPORTS = ['text/csv', 'application/xml'];

function successOf(t: Build, answer: WireAnswer, isPublic: boolean): Success[] {
  const flag = { status: '200', type: JSON_TYPE, schema: plainSchema(publicBody(t)) };
  switch (answer.kind) {
    case 'deleted':
      return [{ status: '204', type: null, schema: null }];
    case 'nothing':
      return answer.public || isPublic ? [flag] : [{ status: '204', type: null, schema: null }];
    case 'data':
      return [{ status: '200', type: JSON_TYPE, schema: plainSchema(dataBody(t, answer satisfies DataAnswer)) }];
    case 'export':
      return EXPORTS.map((type) => ({ status: '200', type, schema: { type: 'string' } }));
    case 'file':
      return ['200', '206'].map((status) => ({ status, type: '*/*', schema: {} }));
    case 'text':
      return [{ status: '200', type: answer.type.split(';', 1)[0] ?? answer.type, schema: { type: 'string' } }];
    case 'document':
      return [
        {
          status: String(answer.status),
          type: answer.shape ? answer.type : null,
          schema: answer.shape ? plainSchema(answer.shape(t)) : null,
        },
      ];
    default:
      return [{ ...flag, status: '302' }];
  }
}
