import type { Octavo, Untyped } from '@octavo/client';
import { itemsOf } from '../../api/items.ts';
import type { LayoutParameters, Row } from './layout.ts';

/** How many items have a value in a field. */
interface CountedGroup {
  /** The field with its value. */
  readonly group: Row;
  readonly count: { readonly '*': number };
}

/** Counts the items of a collection by the values of a field. */
export async function countGroups(
  client: Octavo<Untyped>,
  collection: string,
  field: string,
  parameters: LayoutParameters,
  signal?: AbortSignal,
): Promise<readonly CountedGroup[]> {
  const asked = { ...parameters, groupBy: [field], aggregate: { count: ['*'] }, ...(signal && { signal }) };
  return (await itemsOf(client, collection).groups(asked as never)) as readonly CountedGroup[];
}
