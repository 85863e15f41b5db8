import { ApiError } from '../../errors/api-error.ts';
import type { Data, ItemsService, ReadParameters } from '../../extensions/types.ts';
import { writeTo } from '../../persistence/in-transaction.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import type { Source } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { EVERYTHING, parseQuery } from '../../query/parse/query.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { readList } from './read.ts';
import { readByKeys } from './read-by-keys.ts';
import { createItem, deleteItem, updateItem } from './write-item.ts';

/**
 * Returns the items service of a collection for an extension. It reads and writes through the source. Errors as of the
 * corresponding requests.
 */
export function itemsService(source: Source, name: string): ItemsService {
  const schema = () => source.context.store.catalog.schema;
  const collection = () => collectionOf(schema(), name);
  const write = <T>(work: (inside: Transaction) => Promise<T>): Promise<T> =>
    source.kind === 'transaction' ? work(source) : writeTo(source.context, collection(), work, { replans: true });
  const hashed = (payload: Data): Promise<Data> => hashPayload(source.context.store, collection(), payload);
  return {
    read: async (parameters = {}) => {
      const { data } = await readList(source, name, parseQuery(parseParameters(queryString(parameters))));
      return Array.isArray(data) ? data : [data];
    },
    readOne: (key) =>
      orNull(async () => shown(await readByKeys(source, name, [String(key)], EVERYTHING, { statuses: '*' }))),
    create: async (payload) => {
      const ready = await hashed(payload);
      return write(async (inside) => keyOf((await createItem(inside, collection(), ready)).key));
    },
    update: async (key, payload) => {
      const ready = await hashed(payload);
      await write((inside) => updateItem(inside, collection(), String(key), ready));
    },
    delete: (key) => write((inside) => deleteItem(inside, collection(), String(key))),
  };
}

const keyOf = (key: unknown): string | number => (typeof key === 'number' ? key : asText(key));

function shown({ data }: { readonly data: unknown }): Data | null {
  return isRecord(data) ? data : null;
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'missing') return null;
    throw error;
  }
}

/** Returns the parameters as a query string; lists are separated by commas. */
function queryString(parameters: ReadParameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => flat(name, value));
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}

function flat(name: string, value: unknown): [name: string, value: string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return [[name, value.map(asText).join(',')]];
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => flat(`${name}[${key}]`, inner));
  return [[name, asText(value)]];
}
