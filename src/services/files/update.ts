import { randomUUID } from 'node:crypto';
import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { brokenRule, Violations, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { refuseManyItems } from '../../persistence/prepare-payload.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { renewed } from '../../persistence/renewed.ts';
import { committed } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { checkWritable } from '../../query/plan/write/permit.ts';
import { isRunnable } from '../../shared/active-names.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { contentAttributes, ownAttributes } from '../../storage/metadata/attributes.ts';
import { embedIn, readSource } from '../../storage/source.ts';
import { discard, type StoredContent, storeContent } from '../../storage/store-content.ts';
import { isVisible, requireUpdatable, rightsOf } from '../items/guard.ts';
import type { ReadResult } from '../items/read.ts';
import { refuseChanged } from '../items/unchanged.ts';
import { checkAnswer, deleteItems, readWritten } from '../items/write.ts';
import { updateItem } from '../items/write-item.ts';
import { isRolledBack, receptionOf } from './reception.ts';
import { moveContent } from './rename.ts';

/**
 * Changes a file, or makes the same change to several: all or none. Errors: 203, 4, 12, 15, 302, 305, 108; 3 for the
 * public.
 */
export async function updateFiles(
  context: Context,
  keys: readonly string[],
  payload: Payload,
  query: Query,
): Promise<ReadResult | null> {
  requireReadable(context);
  requireSomething(payload);
  const changes = keys.map((key) => ({ key, payload }));
  const [first, second] = changes;
  if (!first || !('data' in payload)) return changeAll(context, { changes, many: second !== undefined }, query);
  if (second) throw new ApiError('batchUpload');
  return replaceContent(context, first, query);
}

/**
 * Changes a list of files, each sent with its key: all or none. Errors: 12 for a file without a key, 15 for one with
 * data.
 */
export async function updateEachFile(
  context: Context,
  list: readonly unknown[],
  query: Query,
): Promise<ReadResult | null> {
  requireReadable(context);
  refuseManyItems(list);
  const changes = list.map((entry) => {
    const { id, ...payload } = isRecord(entry) ? entry : {};
    if (id === undefined || id === null) throw new ApiError('primaryKeyMissing', { key: 'id' });
    if ('data' in payload) throw new ApiError('batchUpload');
    return { key: asText(id), payload };
  });
  return changeAll(context, { changes, many: true }, query);
}

/** Deletes files with their objects: all or none. Errors: 203, 10, 303; 3 for the public. */
export async function deleteFiles(context: Context, keys: readonly string[]): Promise<void> {
  requireReadable(context);
  await deleteItems(context, 'directus_files', keys);
}

interface Change {
  readonly key: string;
  readonly payload: Payload;
}

/** Changes to files. If `many` is true, the answer is a list even for a single file. */
interface Changes {
  readonly changes: readonly Change[];
  readonly many: boolean;
  /** The new data of the only file. */
  readonly content?: StoredContent | null;
}

async function replaceContent(context: Context, change: Change, query: Query): Promise<ReadResult | null> {
  const content = await receiveContent(context, change);
  const present = await renewed(context).catch(async (error: unknown) => {
    await discard(context.store.storage, content.object);
    throw error;
  });
  return changeAll(present, { changes: [change], many: false, content }, query);
}

async function changeAll(
  context: Context,
  { changes, many, content = null }: Changes,
  query: Query,
): Promise<ReadResult | null> {
  const moved: string[] = [];
  const keys = changes.map(({ key }) => key);
  const work = inTransaction(context, async (tx) => {
    // If the transaction is retried, the objects of the rolled-back attempt have names that are needed again.
    for (const object of moved.splice(0)) await discard(context.store.storage, object);
    for (const change of changes) await changeFile(tx, change, content, moved);
    checkAnswer(tx, presentCollection(context, 'directus_files'), keys, many, query);
  });
  await work.catch(async (error: unknown) => {
    if (isRolledBack(error))
      for (const object of [...moved, ...(content ? [content.object] : [])])
        await discard(context.store.storage, object);
    throw error;
  });
  return readWritten(committed(context), presentCollection(context, 'directus_files'), keys, many, query);
}

async function changeFile(
  tx: Transaction,
  { key, payload }: Change,
  content: StoredContent | null,
  moved: string[],
): Promise<void> {
  const { context, changes } = tx;
  const files = presentCollection(context, 'directus_files');
  await refuseChanged(tx, files, key);
  const { filename_disk: name, ...own } = ownAttributes(payload);
  const before = name === undefined ? undefined : await readWhole(tx, files, key);
  const old = before && asText(before.filename_disk);
  const computed = {
    ...(content && { ...contentAttributes(content, context.store.catalog.settings, null), embed: null }),
    ...(old !== undefined && old !== name && { filename_disk: diskName(name) }),
  };
  // This applies to a missing file, too, so that the answer does not distinguish it from one that the caller may not
  // see.
  if (name !== undefined) checkWritable(rightsOf(context), files, { filename_disk: name }, before ?? null, 'update');
  await updateItem(tx, files, key, own, { computed });
  if (old !== undefined && computed.filename_disk !== undefined)
    moved.push(await moveContent(tx, old, computed.filename_disk));
  if (content) changes.add({ kind: 'pending', file: key, object: content.object, checksum: content.checksum });
}

/** Streams a file's new data to a pending object, if the caller may replace the file's data. */
async function receiveContent(context: Context, { key, payload }: Change): Promise<StoredContent> {
  const { data } = payload;
  if (typeof data !== 'string' || data === '')
    throw brokenRule('data', data ? violation.type('string') : violation.blank);
  const disk = await inTransaction(context, async (tx) => {
    const files = presentCollection(context, 'directus_files');
    const file = /^\d+$/.test(key) ? await readWhole(tx, files, key) : undefined;
    if (!file || !(await isVisible(tx, files, key, file))) throw new ApiError('itemWithIdNotFound', { id: key });
    await refuseChanged(tx, files, key);
    checkWritable(rightsOf(context), files, { data }, file, 'update');
    await requireUpdatable(tx, files, key, payload);
    return asText(file.filename_disk);
  });
  const refusal = 'A video cannot take the place of a file';
  if (embedIn(data)) throw unprocessable(refusal);
  const { content } = await readSource(receptionOf(context), data);
  if (!content) throw unprocessable(refusal);
  return storeContent(receptionOf(context), content, `pending/${key}/${randomUUID()}`, disk);
}

/** No path, no hidden file, and no control or half character. */
const DISK_NAME = /^[^./\\\p{Cc}\p{Cs}][^/\\\p{Cc}\p{Cs}]{0,199}$/u;
/** What file systems accept. */
const MAX_DISK_NAME_BYTES = 255;

function diskName(name: unknown): string {
  const isName = typeof name === 'string' && DISK_NAME.test(name) && Buffer.byteLength(name) <= MAX_DISK_NAME_BYTES;
  if (!isName) throw brokenRule('filename_disk', violation.invalid);
  if (isRunnable(name)) throw new ApiError('fileNameRunnable', { name });
  return name;
}

/** For a caller who may read no files, every file is missing. */
function requireReadable({ store, caller }: Context): void {
  if (store.catalog.policy(caller).collection('directus_files').allows('read')) return;
  throw new ApiError(caller.kind === 'public' ? 'unauthorized' : 'itemNotFound');
}

function requireSomething(payload: Payload): void {
  if (Object.keys(payload).length > 0) return;
  const violations = new Violations();
  for (const name of ['filename_disk', 'filename_download', 'uploaded_on']) violations.add(name, violation.blank);
  violations.throwIfAny();
}
