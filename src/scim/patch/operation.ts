import { ApiError } from '../../errors/api-error.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { memberNamed } from '../schema/member.ts';
import { OF_PATCH, type Reading } from '../schema/reading.ts';

const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MAX_OPERATIONS = 1000;

/** One operation of a PatchOp. (RFC 7644, section 3.5.2.) */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | null;
  readonly value: unknown;
  readonly reading: Reading;
}

/** The operations of a body; null if it is not a PatchOp but plain attributes. Error `scimInvalidSyntax`. */
export function operationsOf(body: ScimObject): readonly PatchOperation[] | null {
  const operations = memberNamed(body, 'operations');
  if (operations === undefined && !namesPatch(body.schemas)) return null;
  if (!Array.isArray(operations)) throw invalidSyntax('"Operations" must be a list');
  if (operations.length > MAX_OPERATIONS) throw invalidSyntax(`"Operations" has more than ${MAX_OPERATIONS} entries`);
  return operations.map(toOperation);
}

/** Plain attributes as the operation that sets them. (Contract, C-36.) */
export function plainOperation(body: ScimObject, reading = OF_PATCH): PatchOperation {
  return { op: 'replace', path: null, value: body, reading };
}

const namesPatch = (schemas: unknown): boolean =>
  Array.isArray(schemas) && schemas.some((urn) => asText(urn).toLowerCase() === PATCH_URN.toLowerCase());

function toOperation(entry: unknown): PatchOperation {
  if (!isRecord(entry)) throw invalidSyntax('an operation must be an object');
  const op = typeof entry.op === 'string' ? entry.op.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalidSyntax('"op" must be "add", "replace" or "remove"');
  const { path = null, value } = entry;
  if (path !== null && typeof path !== 'string') throw new ApiError('scimInvalidPath', { path: JSON.stringify(path) });
  return { op, path: path === '' ? null : path, value, reading: OF_PATCH };
}

/** The error for a request that cannot be parsed. */
export function invalidSyntax(reason: string): ApiError {
  return new ApiError('scimInvalidSyntax', { reason });
}
