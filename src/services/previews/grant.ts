import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { committed } from '../../persistence/source.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { asText } from '../../shared/text.ts';
import { ownerOf } from '../auth/owner.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import { visibleItem } from '../items/visible.ts';
import { fieldsIn, filled } from './address.ts';
import { addressFor } from './settings.ts';

const MINUTES = 10;

/** An item as it is sent. */
interface SentItem {
  readonly collection: string;
  readonly item: string | number;
}

/** A preview token for one item, and its address. */
interface Grant {
  readonly token: string;
  /** Null if the collection has no preview address. */
  readonly url: string | null;
  readonly expires_on: string;
}

/**
 * Issues a token with which anybody may read one item, with the caller's rights at the time of reading, for some
 * minutes and at most until the caller's session ends. Errors 108, 200, 4, 203. (Contract, N-42.)
 */
export async function grantPreview(
  context: Context,
  issuer: TokenIssuer,
  session: number | null,
  sent: SentItem,
): Promise<Grant> {
  const collection = presentCollection(context, sent.collection);
  requireOwn(collection);
  const by = await ownerOf(context);
  const found = by && (await visibleItem(committed(context), collection, asText(sent.item)));
  if (!by || !found) throw new ApiError(by ? 'itemNotFound' : 'notAuthenticated');
  const item = asText(found[primaryKeyOf(collection).name]);
  const now = steadyTime(context.now);
  const issued = { id: by.id, external_id: by.externalId, api_key: by.apiKey, session };
  const claims = { ...issued, collection: collection.name, item };
  const token = await issueToken(issuer, 'preview', claims, MINUTES, now);
  const expires_on = new Date(now.getTime() + MINUTES * 60_000).toISOString();
  return { token, url: await urlOf(context, collection, item, token), expires_on };
}

function requireOwn(collection: Collection): void {
  const violations = new Violations();
  if (collection.system || !collection.primaryKey)
    violations.add('collection', violation.expected('a collection of your own'));
  violations.throwIfAny();
}

async function urlOf(context: Context, collection: Collection, item: string, token: string): Promise<string | null> {
  const address = await addressFor(context.store, context.store.database, collection.name);
  if (address === null) return null;
  const seen = await seenFields(context, collection, item, fieldsIn(address));
  const values = Object.entries(seen).map(([name, value]) => [name, asText(value ?? '')] as const);
  return filled(address, new Map([...values, ['token', token]]));
}

/** The values of an item that the caller may see. */
async function seenFields(
  context: Context,
  { name }: Collection,
  item: string,
  fields: readonly string[],
): Promise<Item> {
  if (fields.length === 0) return {};
  const query = parseQuery(parseParameters('fields=*'));
  const { data } = await readByKeys(committed(context), name, [item], query, { statuses: '*' });
  return data as Item;
}
