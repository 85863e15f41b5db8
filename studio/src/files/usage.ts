import { type Octavo, OctavoError, type Untyped } from '@octavo/client';
import { itemsOf } from '../api/items.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';

const FILES = 'directus_files';

/** A field that may refer to files, directly or through a junction. */
export interface UsageField {
  readonly collection: Collection;
  readonly field: Field;
}

/** Items that refer to a file by a field. */
export interface Usage extends UsageField {
  readonly count: number;
  readonly items: readonly { readonly key: string; readonly title: string }[];
}

const LISTED = 6;

/** The fields that may refer to files. Fields of junctions are left out, because the lists that use them are included. */
export function usageFields({ collections }: Schema): readonly UsageField[] {
  const junctions = new Set(
    collections.flatMap(({ fields }) =>
      fields.map(({ relation }) => (relation?.kind === 'many-to-many' ? relation.junction : '')),
    ),
  );
  return collections
    .filter(({ name, isSystem }) => !junctions.has(name) && (!isSystem || name === 'directus_users'))
    .flatMap((collection) => collection.fields.filter(leadsToFiles).map((field) => ({ collection, field })));
}

const leadsToFiles = ({ relation }: Field): boolean =>
  relation !== null && relation.kind !== 'to-many' && relation.collection === FILES;

/** Counts the items of any status that refer to some files, by field; fields that the caller may not query are left out. */
export async function usagesOf(
  client: Octavo<Untyped>,
  fields: readonly UsageField[],
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<readonly Usage[]> {
  const found = await Promise.all(fields.map((each) => usageOf(client, each, ids, signal).catch(withheld)));
  return found.filter((usage) => usage !== null && usage.count > 0) as readonly Usage[];
}

function withheld(error: unknown): null {
  if (error instanceof OctavoError && error.status >= 400 && error.status < 500 && error.status !== 401) return null;
  throw error;
}

async function usageOf(
  client: Octavo<Untyped>,
  { collection, field }: UsageField,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Usage> {
  const items = itemsOf(client, collection.name);
  const narrow = { filter: { [field.name]: { in: ids } }, status: '*', ...(signal && { signal }) };
  const [all] = (await items.groups({ ...narrow, aggregate: { count: ['*'] } } as never)) as readonly {
    readonly count: { readonly '*': number };
  }[];
  const count = all?.count['*'] ?? 0;
  const fields = [...new Set([collection.key.name, ...collection.title.paths])];
  const rows = count > 0 ? await items.list({ ...narrow, fields, limit: LISTED } as never) : [];
  const listed = (rows as readonly Record<string, unknown>[]).map((row) => {
    const key = String(row[collection.key.name]);
    return { key, title: collection.title.render(row) || `#${key}` };
  });
  return { collection, field, count, items: listed };
}
