import { ApiError } from '../../errors/api-error.ts';
import type { Data, ItemsService, ReadParameters } from '../../extensions/types.ts';
import type { Context } from '../../persistence/context.ts';
import { within } from '../../persistence/store-within.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { EVERYTHING, parseQuery } from '../../query/parse/query.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { hashPayload } from '../items/hash-payload.ts';
import { readByKeys, readList } from '../items/read.ts';
import { createItem, deleteItem, updateItem } from '../items/write-item.ts';
import { writeTo } from '../items/write-to.ts';

/** Where an extension reads and writes: by itself, or inside of a transaction under way. */
export interface Place {
  /** For whom: the caller, or the server. */
  readonly context: Context;
  readonly tx: Transaction | null;
}

/** The items of a collection for an extension. Errors as of the requests for the same. */
export function itemsService(place: Place, name: string): ItemsService {
  const { context, tx } = place;
  const seer = tx ? within(context, tx.connection) : context;
  const collection = () => collectionOf(context.store.catalog.schema, name);
  const write = <T>(work: (inside: Transaction) => Promise<T>): Promise<T> =>
    tx ? work({ ...tx, context }) : writeTo(context, collection(), work);
  const hashed = (payload: Data): Promise<Data> => hashPayload(context.store.catalog.schema, collection(), payload);
  return {
    read: async (parameters = {}) => {
      const { data } = await readList(seer, name, parseQuery(parseParameters(queryString(parameters))));
      return Array.isArray(data) ? data : [data];
    },
    readOne: (key) => orNull(async () => shown(await readByKeys(seer, name, [String(key)], EVERYTHING, '*'))),
    create: async (payload) => {
      const ready = await hashed(payload);
      return write(async (inside) => keyOf(await createItem(inside, collection(), ready)));
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

/** Parameters as the query string that says the same; lists are separated by commas. */
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
