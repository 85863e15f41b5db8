import { ADMIN_ROLE } from '../permissions/roles.ts';
import { type Context, serverContext } from '../persistence/context.ts';
import type { Store } from '../persistence/store.ts';
import { EVERYTHING } from '../query/parse/query.ts';
import { createCollection } from '../services/collections/create.ts';
import { createItems } from '../services/items/write.ts';
import { createRule } from '../services/permissions/rules.ts';
import { articles } from './magazine/articles.ts';
import { collections, relations } from './magazine/collections.ts';
import { authors, tags } from './magazine/people.ts';
import { publicPermissions, publicRule } from './magazine/permissions.ts';

/** What the first administrator of a project does. */
export function asFirstAdmin(store: Store): Context {
  return { ...serverContext(store), caller: { kind: 'user', id: 1, role: ADMIN_ROLE } };
}

/**
 * Fills an empty project with the magazine, as an administrator would over HTTP. `covers` are the keys of pictures of
 * its articles.
 */
export async function fillMagazine(context: Context, covers: readonly unknown[] = []): Promise<void> {
  for (const collection of collections) await createCollection(context, collection);
  const add = (collection: string, items: readonly unknown[]): Promise<unknown> =>
    createItems(context, collection, items, EVERYTHING);
  await add('directus_relations', relations);
  await add('authors', authors);
  await add('tags', tags);
  const covered = articles.map((article, index) => ({ ...article, picture: covers[index] }));
  await add('articles', covers.length === 0 ? articles : covered);
  await add('directus_permissions', publicPermissions);
  await createRule(context, publicRule);
}
