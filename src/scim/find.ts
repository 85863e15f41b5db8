import type { Connection } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import { presentCollection } from '../persistence/present-collection.ts';
import { bindingFor } from '../persistence/read/binding.ts';
import { compiledFor } from '../persistence/read/plans.ts';
import { runNode } from '../persistence/read/run-read.ts';
import type { Query } from '../query/ast.ts';
import { parseFields } from '../query/parse/fields.ts';
import { EVERYTHING } from '../query/parse/query.ts';
import { priceWith } from '../query/plan/price.ts';
import { isKey } from '../query/plan/write/keys.ts';
import type { Item } from '../query/shape/decoder.ts';
import { deniedAsList } from '../services/items/read.ts';
import { Conditions, shapeOf } from './filter/conditions.ts';
import { hasIdentifier, identifierOf } from './identifier.ts';
import type { ScimRequest } from './request.ts';

/** Reads rows by a query with the caller's permissions, also inside a transaction. Errors 3, 300. */
export async function findRows(
  { context }: ScimRequest,
  connection: Connection,
  collectionName: string,
  query: Query,
): Promise<Item[]> {
  const collection = presentCollection(context, collectionName);
  const compiled = deniedAsList(context, query, () => compiledFor(context, collection, query));
  const binding = bindingFor(context, query);
  binding.budget.charge(priceWith(compiled.price, query.meta));
  return runNode(connection, compiled.root, binding);
}

/** The row with a SCIM identifier, compared byte by byte. Error 203. */
export async function findRow(
  request: ScimRequest,
  connection: Connection,
  collection: string,
  identifier: string,
  fields: string,
): Promise<Item> {
  if (!isIdentifier(request, collection, identifier)) throw new ApiError('itemNotFound');
  const conditions = new Conditions();
  const where = hasIdentifier(conditions, identifier);
  const shape = `scim row ${fields} ${JSON.stringify(shapeOf(where))}`;
  const query: Query = { ...EVERYTHING, fields: parseFields(fields), where, values: conditions.values, shape };
  const found = await findRows(request, connection, collection, query);
  const row = found.find((item) => identifierOf(item) === identifier);
  if (!row) throw new ApiError('itemNotFound');
  return row;
}

/** A text that no column can hold identifies nothing. */
function isIdentifier({ context }: ScimRequest, collection: string, text: string): boolean {
  const field = presentCollection(context, collection).byName.get('external_id');
  return field !== undefined && isKey(field, text);
}
