import { ApiError } from '../errors/api-error.ts';
import { isRecord } from '../shared/is-record.ts';
import { percentDecoded } from '../shared/percent-decoded.ts';
import { asNumber, asText } from '../shared/text.ts';
import { scimFailure } from './failure.ts';
import { invalidSyntax } from './patch/operation.ts';
import { renewedRequest, type ScimRequest } from './request.ts';
import type { Found } from './resource.ts';
import { GROUP_RESOURCES, type Resources, USER_RESOURCES } from './resources.ts';
import type { ScimObject } from './schema/attribute.ts';

export const MAX_BULK_OPERATIONS = 1000;
export const MAX_BULK_BYTES = 1024 * 1024;
const RESPONSE_URN = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
const REFERENCE = /bulkId:([^/"\s]+)/g;

interface BulkOperation {
  readonly method: string;
  readonly bulkId: string | undefined;
  readonly version: string | undefined;
  readonly path: string;
  readonly data: ScimObject;
}

type Result = Readonly<Record<string, unknown>>;

/**
 * Runs operations, each atomic, until `failOnErrors` of them have failed. Operations wait for those whose `bulkId` they
 * refer to. Before each one, the caller is identified again, whose access may have ended during earlier ones. Errors
 * `scimInvalidSyntax`, `scimTooMany`. (RFC 7644, section 3.7.)
 */
export async function runBulk(request: ScimRequest, body: ScimObject): Promise<object> {
  const operations = operationsOf(body);
  const limit = asNumber(body.failOnErrors) > 0 ? asNumber(body.failOnErrors) : Number.POSITIVE_INFINITY;
  const run = new BulkRun(request, operations);
  for (let next = run.next(); next && run.failures < limit; next = run.next()) await run.execute(next);
  return { schemas: [RESPONSE_URN], Operations: run.results };
}

class BulkRun {
  readonly results: Result[] = [];
  failures = 0;
  readonly #request: ScimRequest;
  readonly #waiting: Set<BulkOperation>;
  /** Identifiers of created resources, by `bulkId`; null if the creation failed. */
  readonly #created = new Map<string, string | null>();

  constructor(request: ScimRequest, operations: readonly BulkOperation[]) {
    this.#request = request;
    this.#waiting = new Set(operations);
  }

  /** The first operation that waits for no other; if all wait for each other, the first of them. */
  next(): BulkOperation | undefined {
    const pending = new Set(Array.from(this.#waiting, ({ bulkId }) => bulkId));
    const isReady = (operation: BulkOperation): boolean =>
      referencesIn(operation).every((id) => this.#created.has(id) || id === operation.bulkId || !pending.has(id));
    const [first] = this.#waiting;
    return Array.from(this.#waiting).find(isReady) ?? first;
  }

  async execute(operation: BulkOperation): Promise<void> {
    this.#waiting.delete(operation);
    const { method, bulkId } = operation;
    const named = { method, ...(bulkId !== undefined && { bulkId }) };
    try {
      const request = await renewedRequest(this.#request);
      this.results.push({ ...named, ...(await this.#perform(request, this.#resolved(operation))) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failures++;
      if (bulkId !== undefined) this.#created.set(bulkId, null);
      const { status, body } = scimFailure(error, true);
      this.results.push({ ...named, status: String(status), response: body });
    }
  }

  async #perform(request: ScimRequest, operation: BulkOperation): Promise<Result> {
    const { method, bulkId, version, path, data } = operation;
    const [resources, identifier] = placeOf(path);
    const changed = { identifier: identifier ?? '', ifMatch: version };
    if (method === 'POST' && identifier === null) {
      const created = await resources.create(request, data);
      if (bulkId !== undefined) this.#created.set(bulkId, asText(created.resource.id));
      return done(created, '201');
    }
    if (identifier === null) throw invalidSyntax(`${method} needs the path of a resource`);
    if (method === 'PUT') return done(await resources.replace(request, changed, data), '200');
    if (method === 'PATCH') return done(await resources.patch(request, changed, data), '200');
    if (method !== 'DELETE') throw invalidSyntax(`"${method}" is no method of bulk operations`);
    await resources.remove(request, changed);
    return { status: '204' };
  }

  /** The operation with its references replaced by identifiers. */
  #resolved(operation: BulkOperation): BulkOperation {
    const resolve = (text: string): string => text.replace(REFERENCE, (_whole, id: string) => this.#identifier(id));
    return { ...operation, path: resolve(operation.path), data: resolvedIn(operation.data, resolve) as ScimObject };
  }

  #identifier(bulkId: string): string {
    const identifier = this.#created.get(bulkId);
    if (!identifier) throw new ApiError('scimInvalidValue', { reason: `Nothing was created as "bulkId:${bulkId}"` });
    return identifier;
  }
}

function done({ resource, version }: Found, status: string): Result {
  return { location: (resource.meta as { readonly location: string }).location, version, status };
}

function placeOf(path: string): [Resources, string | null] {
  const [, kind, identifier] = /^\/(Users|Groups)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (kind === undefined) throw invalidSyntax(`"${path.slice(0, 100)}" is no path of users or groups`);
  return [kind === 'Users' ? USER_RESOURCES : GROUP_RESOURCES, identifier === undefined ? null : decoded(identifier)];
}

function decoded(identifier: string): string {
  const text = percentDecoded(identifier);
  if (text === undefined) throw new ApiError('itemNotFound');
  return text;
}

function referencesIn({ path, data }: BulkOperation): string[] {
  return Array.from(`${path} ${JSON.stringify(data)}`.matchAll(REFERENCE), ([, id = '']) => id);
}

function resolvedIn(value: unknown, resolve: (text: string) => string): unknown {
  if (typeof value === 'string') return resolve(value);
  if (Array.isArray(value)) return value.map((entry) => resolvedIn(entry, resolve));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolvedIn(part, resolve)]));
}

function operationsOf({ Operations: operations }: ScimObject): BulkOperation[] {
  if (!Array.isArray(operations)) throw invalidSyntax('"Operations" must be a list');
  if (operations.length > MAX_BULK_OPERATIONS) throw new ApiError('scimTooMany', { limit: MAX_BULK_OPERATIONS });
  return operations.map((operation) => {
    const { method, bulkId, version, path, data } = isRecord(operation) ? operation : {};
    if (typeof method !== 'string' || typeof path !== 'string')
      throw invalidSyntax('an operation needs "method" and "path"');
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return {
      method: method.toUpperCase(),
      path,
      bulkId: text(bulkId),
      version: text(version),
      data: isRecord(data) ? data : {},
    };
  });
}
