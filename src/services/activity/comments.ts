import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import { type Caller, isAdmin, SYSTEM } from '../../permissions/caller.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { createOnce, type Done } from '../../persistence/once.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { recordActivity } from '../../persistence/records.ts';
import { updateRow } from '../../persistence/rows.ts';
import { committed, onBehalfOf, type Source } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import { ofRecordOnly } from '../../query/parse/query.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { refuseForeign } from '../../query/plan/write/validate.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { TEXT_BYTES } from '../../schema/datatypes.ts';
import { requireStorable } from '../../schema/require-storable.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Stored } from '../../schema/stored.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import type { ReadResult } from '../items/read.ts';
import { refuseChangedFor } from '../items/unchanged.ts';
import { visibleItem } from '../items/visible.ts';
import { checkAnswer, readWritten } from '../items/write.ts';

/** A comment as it is sent. */
interface NewComment extends Payload {
  readonly collection: unknown;
  readonly item: unknown;
  readonly comment?: unknown;
}

const DENIED = { create: 'commentCreateDenied', update: 'commentUpdateDenied', delete: 'commentDeleteDenied' } as const;

/** Called in the transaction that has written a comment. */
type Written = (tx: Transaction, comment: Commented) => Promise<void>;

/** A comment and the item that it is about. */
interface Commented {
  readonly id: number;
  readonly collection: Collection;
  readonly item: string;
}

/** Adds a comment to an item. Errors 200, 203, 12, 213, 301, 210. (Contract, L-63 and L-64.) */
export async function addComment(
  context: Context,
  sent: NewComment,
  query: Query,
  written: Written,
): Promise<ReadResult | null> {
  const { collection: name, item, comment } = commentOf(sent);
  // A missing collection takes precedence over refused fields.
  presentCollection(context, name);
  refuseForeign(presentCollection(context, 'directus_activity'), sent);
  const write = async (tx: Transaction): Promise<Done<string>> => {
    const collection = presentCollection(context, name);
    const found = await requireCommentable(tx, collection, item);
    const shown = asText(found[primaryKeyOf(collection).name]);
    const id = await recordActivity(tx, { action: 'comment', collection: name, item: shown, comment });
    await written(tx, { id: Number(id), collection, item: shown });
    checkShown(tx, id, query);
    return { written: String(id) };
  };
  return createOnce(context, {
    begin: inTransaction,
    write,
    answer: (source, key) => answer(source, key, query),
    async permitted() {
      await inTransaction(context, (tx) => requireCommentable(tx, presentCollection(context, name), item));
    },
  });
}

/**
 * The item of a comment. Refuses the comment if the caller may not comment there; an item that is missing and one that
 * the caller may not read get the same answer. Errors 301, 210, 203.
 */
async function requireCommentable(tx: Transaction, collection: Collection, item: string): Promise<Item> {
  const { context } = tx;
  const policy = context.store.catalog.policy(context.caller);
  if (!policy.collection('directus_activity').allows('create'))
    throw new ApiError('createDenied', { collection: 'directus_activity' });
  const found = await visibleItem(tx, collection, item);
  requireLevel(context, collection.name, found ?? {}, 'create', true);
  if (!found) throw new ApiError('itemNotFound');
  return found;
}

/** Changes the text of a comment. Errors 203, 211. (Contract, N-26.) */
export async function changeComment(
  context: Context,
  id: string,
  comment: unknown,
  query: Query,
  written: Written,
): Promise<ReadResult | null> {
  const values = { comment: textOf(comment), edited_on: sqlDatetime(context.now) };
  const key = await changeRow(context, id, 'update', values, async (tx, comment) => {
    await written(tx, comment);
    checkShown(tx, id, query);
  });
  return answer(committed(context), key, query);
}

/** Marks a comment as deleted. Its row in the activity log stays. Errors 203, 212. */
export async function deleteComment(context: Context, id: string): Promise<void> {
  await changeRow(context, id, 'delete', { comment_deleted_on: sqlDatetime(context.now) });
}

async function changeRow(
  context: Context,
  id: string,
  action: 'update' | 'delete',
  values: Readonly<Record<string, string>>,
  written: Written = async () => {},
): Promise<Stored> {
  const activity = presentCollection(context, 'directus_activity');
  const key = toKey(activity, id);
  await inTransaction(context, async (tx) => {
    const found = key === null ? undefined : await readWhole(tx, activity, id);
    if (found?.action !== 'comment') throw new ApiError('commentNotFound', { id });
    const item = await commentedItem(tx, found);
    if (!item) throw new ApiError('commentNotFound', { id });
    await refuseChangedFor(tx, activity, id, [context.caller, SYSTEM]);
    requireLevel(context, asText(found.collection), item, action, isAuthor(context.caller, found));
    await updateRow(tx, activity, key, new Map(Object.entries(values)));
    const collection = context.store.catalog.schema.collections.get(asText(found.collection));
    if (collection) await written(tx, { id: Number(key), collection, item: asText(found.item) });
  });
  return key;
}

/** The public has one id for all visitors, so that none of them is known as the author. */
const isAuthor = (caller: Caller, { action_by }: Item): boolean => caller.kind === 'user' && action_by === caller.id;

/**
 * Returns the item that a comment is about, if the caller may read it. Administrators can also access comments on items
 * that no longer exist.
 */
async function commentedItem(tx: Transaction, comment: Item): Promise<Item | undefined> {
  const { context } = tx;
  const collection = context.store.catalog.schema.collections.get(asText(comment.collection));
  const found = collection && (await visibleItem(tx, collection, asText(comment.item)));
  return found ?? (isAdmin(context.caller) ? {} : undefined);
}

/**
 * Checks that the caller's comment level allows an action. Other users' comments require `full`. (Contract, L-67 and
 * P-85.)
 */
function requireLevel(
  context: Scope,
  name: string,
  item: Item,
  action: 'create' | 'update' | 'delete',
  isOwn: boolean,
): void {
  if (isAdmin(context.caller)) return;
  const status = context.store.catalog.schema.collections.get(name)?.status?.field.name;
  const level = context.store.catalog
    .policy(context.caller)
    .collection(name)
    .commentLevel(status ? asText(item[status]) : null);
  const needed =
    action === 'create' ? ['create', 'update', 'full', null] : isOwn ? ['update', 'full', null] : ['full', null];
  if (!needed.includes(level)) throw new ApiError(DENIED[action], { collection: name });
}

function commentOf({ collection, item, comment }: NewComment): {
  collection: string;
  item: string;
  comment: string | null;
} {
  return {
    collection: asText(collection),
    item: asText(item),
    comment: comment === undefined || comment === null ? null : textOf(comment),
  };
}

/** Lists of records and mentions contain whole comments, so the limit of the column on MySQL holds on every engine. */
function textOf(comment: unknown): string {
  const text = requireStorable('comment', asText(comment));
  if (Buffer.byteLength(text) > TEXT_BYTES) throw brokenRule('comment', violation.bytes(TEXT_BYTES));
  return text;
}

function checkShown(tx: Transaction, key: Stored, query: Query): void {
  const activity = presentCollection(tx.context, 'directus_activity');
  checkAnswer(onBehalfOf(tx, SYSTEM), activity, [String(key)], false, query);
}

/**
 * Shows the author the comment as stored, even if the role may not read the activity log; then without related items.
 */
async function answer(source: Source, key: Stored, query: Query): Promise<ReadResult | null> {
  const activity = presentCollection(source.context, 'directus_activity');
  const seen = await readWritten(source, activity, [String(key)], false, query);
  return seen ?? readWritten(onBehalfOf(source, SYSTEM), activity, [String(key)], false, ofRecordOnly(query));
}
