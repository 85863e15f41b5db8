import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import { accountById } from '../../persistence/accounts.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { type TableRow, TableRows } from '../../persistence/table-rows.ts';
import { mentions } from '../../schema/internal/mentions.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { visibleItem } from '../items/visible.ts';

/** A mention of the caller. */
interface ShownMention {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly comment: number;
  /** The text of the comment. */
  readonly text: string;
  readonly by: number;
  readonly created_on: string;
}

const MAX_MENTIONS = 50;
/** An external id that no user has: it voids the mention. */
const SEEN = '(seen)';
const COMMENT = ['action', 'comment', 'comment_deleted_on'];

/** The newest mentions of the caller in comments that the caller may still read. Error 108. */
export async function listMentions(context: Context): Promise<ShownMention[]> {
  const { store } = context;
  const where = await ownedBy(context);
  if (!(await store.hasInternalTable(mentions))) return [];
  const rows = await new TableRows(store.dialect, mentions).find(store.database, where, '-id', MAX_MENTIONS);
  const seen = await itemsSeen(context, rows);
  const shown = await Promise.all(
    rows
      .filter(({ collection, item }) => seen.has(nameOf(collection, item)))
      .map((row) => showIfReadable(context, row)),
  );
  return shown.filter((each) => each !== null);
}

/**
 * Deletes a mention of the caller, who has seen it. The row is only voided, so that editing the comment does not
 * mention the user again. Errors 108, 203. (Contract, N-24 and N-26.)
 */
export async function deleteMention(context: Context, id: string): Promise<void> {
  const { store } = context;
  const where = await ownedBy(context);
  const isThere = /^\d{1,9}$/.test(id) && (await store.hasInternalTable(mentions));
  const rows = new TableRows(store.dialect, mentions);
  const mine: Condition[] = [['id', '=', Number(id)], ...where];
  const count = isThere ? await rows.update(store.database, mine, { external_id: SEEN }) : 0;
  if (count === 0) throw new ApiError('itemWithIdNotFound', { id });
}

async function ownedBy({ store, caller }: Context): Promise<Condition[]> {
  const account = caller.kind === 'user' ? await accountById(store, userIdOf(caller), store.database) : null;
  if (!account) throw new ApiError('notAuthenticated');
  return [
    ['user', '=', account.id],
    ['external_id', '=', account.externalId],
  ];
}

const nameOf = (collection: unknown, item: unknown): string => JSON.stringify([collection, item]);

/** The items that the caller may still read. Each is looked for once, however often the caller is mentioned there. */
async function itemsSeen(context: Context, rows: readonly TableRow[]): Promise<ReadonlySet<string>> {
  const { schema } = context.store.catalog;
  const source = committed(context);
  const named = new Map(rows.map(({ collection, item }) => [nameOf(collection, item), { collection, item }]));
  const seen = new Set<string>();
  for (const [name, { collection: of, item }] of named) {
    const collection = schema.collections.get(asText(of));
    if (collection && (await visibleItem(source, collection, asText(item)))) seen.add(name);
  }
  return seen;
}

/** Permissions and the comment may have changed since. */
async function showIfReadable(context: Context, row: TableRow): Promise<ShownMention | null> {
  const { schema, policy } = context.store.catalog;
  const activity = collectionOf(schema, 'directus_activity');
  const isReadable = policy(context.caller).collection(activity.name).readable('comment').kind === 'always';
  const comment = isReadable && (await visibleItem(committed(context), activity, asText(row.comment), COMMENT));
  if (!comment || comment.comment_deleted_on !== null || comment.action !== 'comment') return null;
  return {
    id: Number(row.id),
    collection: asText(row.collection),
    item: asText(row.item),
    comment: Number(row.comment),
    text: asText(comment.comment ?? ''),
    by: Number(row.by),
    created_on: new Date(Number(row.created_at)).toISOString(),
  };
}
