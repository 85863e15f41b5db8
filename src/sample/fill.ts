import { ADMIN_ROLE } from '../permissions/roles.ts';
import { serverContext } from '../persistence/context.ts';
import type { Store } from '../persistence/store.ts';
import { EVERYTHING } from '../query/parse/query.ts';
import { createCollection } from '../services/collections/create.ts';
import { createItems } from '../services/items/write.ts';
import { createRule } from '../services/permissions/rules.ts';
import { articles } from './magazine/articles.ts';
import { collections, relations } from './magazine/collections.ts';
import { authors, tags } from './magazine/people.ts';
import { publicPermissions, publicRule } from './magazine/permissions.ts';

/** Fills an empty project with the magazine, as its first administrator would over HTTP. */
export async function fillMagazine(store: Store, now: Date): Promise<void> {
  const first = { kind: 'user', id: 1, role: ADMIN_ROLE } as const;
  const context = { ...serverContext(store, 'octavo', now), caller: first };
  for (const collection of collections) await createCollection(context, collection);
  const add = (collection: string, items: readonly unknown[]): Promise<unknown> =>
    createItems(context, collection, items, EVERYTHING);
  await add('directus_relations', relations);
  await add('authors', authors);
  await add('tags', tags);
  await add('articles', articles);
  await add('directus_permissions', publicPermissions);
  await createRule(context, publicRule);
}
