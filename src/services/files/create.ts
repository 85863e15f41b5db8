import type { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { answerBefore, createOnce } from '../../persistence/once.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { renewed } from '../../persistence/renewed.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { checkCreation } from '../../query/plan/write/permit.ts';
import type { Collection } from '../../schema/collection.ts';
import { isGiven } from '../../shared/is-given.ts';
import { asText } from '../../shared/text.ts';
import { embedAttributes, embedTitle } from '../../storage/embeds/attributes.ts';
import type { DescribedEmbed } from '../../storage/embeds/details.ts';
import { baseName, newPrivateHash, takeDiskName, titleOf } from '../../storage/file-names.ts';
import {
  contentAttributes,
  describedAttributes,
  fitting,
  ownAttributes,
  uploadedAt,
} from '../../storage/metadata/attributes.ts';
import { originalOf } from '../../storage/names.ts';
import { requireType } from '../../storage/reception.ts';
import { readSource, type Source } from '../../storage/source.ts';
import { discard, type StoredContent, storeContent } from '../../storage/store-content.ts';
import { rightsOf } from '../items/guard.ts';
import type { ReadResult } from '../items/read.ts';
import { checkAnswer, readWritten } from '../items/write.ts';
import { createItem } from '../items/write-item.ts';
import { isRolledBack, receptionOf } from './reception.ts';

/** A stored object that no row refers to yet. */
export interface Upload {
  readonly disk: string;
  /** The name that the caller gave. The title and the name on disk derive from it. */
  readonly name: string;
  /** The name of a download, unless the caller gives one. */
  readonly download: string;
  /** Null for a video without a preview image. */
  readonly content: StoredContent | null;
  readonly embed: DescribedEmbed | null;
  /** The charset of an object that was sent as a file; null to detect it from the bytes. */
  readonly charset: string | null;
}

/** Refuses callers who may not upload at all, before reading any bytes. Error 10. */
export function requireUpload({ store, caller }: Context): void {
  const policy = store.catalog.policy(caller).collection('directus_files');
  if (!policy.allows('create')) throw new ApiError('uploadDenied');
}

/**
 * Streams a file of a form to its final place. `name` may differ from `sent`, the name of the client's file. Errors as
 * of {@link storeContent}.
 */
export async function receiveFile(context: Context, content: Readable, name: string, sent: string): Promise<Upload> {
  const disk = await diskNameFor(context, baseName(name));
  const stored = await storeContent(receptionOf(context), content, originalOf(disk), baseName(name).trim());
  return { disk, name: baseName(name), download: baseName(sent), content: stored, embed: null, charset: '' };
}

/** Creates a file from attributes alone. `data` is the file itself or its URL. (Contract, F-31 and F-52 to F-54.) */
export async function createFromData(context: Context, payload: Payload, query: Query): Promise<ReadResult | null> {
  requireUpload(context);
  const { data } = payload;
  const given = nameIn(payload);
  if (typeof data !== 'string' || data === '') throw blankData(payload, data);
  checkEarly(context, payload);
  const before = await answerBefore<ReadResult | null>(context);
  if (before) return before.answer;
  const source = await readSource(receptionOf(context), data);
  const upload = await receiveSource(context, source, source.name ?? given ?? 'file');
  const present = await renewed(context).catch(async (error: unknown) => {
    await discardUpload(context, upload);
    throw error;
  });
  return createFile(present, source.name === null ? payload : withoutNames(payload), upload, query);
}

/** Creates the row of an upload. If that fails, removes the object. Errors as of any creation. */
export async function createFile(
  context: Context,
  payload: Payload,
  upload: Upload,
  query: Query,
): Promise<ReadResult | null> {
  const own = ownAttributes(payload, ['filename_disk', 'private_hash']);
  return createOnce(context, {
    begin: (whole, work) => inTransaction(whole, work).catch((error: unknown) => failed(context, upload, error)),
    write: async (tx: Transaction) => {
      const files = presentCollection(context, 'directus_files');
      const computed = computedOf(context, files, own, upload);
      const key = String((await createItem(tx, files, own, { computed })).key);
      checkAnswer(tx, files, [key], false, query);
      return { written: key };
    },
    answer: (source, key) => readWritten(source, presentCollection(context, 'directus_files'), [key], false, query),
    permitted: () => checkCreation(rightsOf(context), presentCollection(context, 'directus_files'), own),
    repeated: () => discardUpload(context, upload),
  });
}

async function failed(context: Context, upload: Upload, error: unknown): Promise<never> {
  if (isRolledBack(error)) await discardUpload(context, upload);
  throw error;
}

/** Renames an upload whose name arrived after its bytes, if names on disk follow the given names. */
export async function renameUpload(context: Context, upload: Upload, name: string): Promise<Upload> {
  const disk = await diskNameFor(context, baseName(name));
  await context.store.storage.rename(originalOf(upload.disk), originalOf(disk));
  return { ...upload, disk, name: baseName(name) };
}

const diskNameFor = ({ store }: Context, name: string): Promise<string> =>
  takeDiskName(store.storage, store.catalog.settings, name);

/** Removes an upload that will get no row. */
export async function discardUpload(context: Context, { disk }: Upload): Promise<void> {
  await discard(context.store.storage, originalOf(disk));
}

async function receiveSource(context: Context, { content, embed }: Source, name: string): Promise<Upload> {
  const disk = await diskNameFor(context, name);
  // For a video, the type of its preview image does not matter.
  const check = embed ? () => {} : requireType;
  const stored =
    content && (await storeContent(receptionOf(context), content, originalOf(disk), baseName(name).trim(), check));
  return { disk, name, download: name, content: stored, embed, charset: null };
}

function computedOf(context: Context, files: Collection, own: Payload, upload: Upload): Payload {
  const { disk, name, download, content, embed, charset } = upload;
  const title = fitting(files, 'title', embed ? embedTitle(embed) : titleOf(name));
  return {
    ...uploadedAt(context.now),
    ...(embed && embedAttributes(embed)),
    ...(embed && describedAttributes(files, { ...embed.details, location: null }, own, null)),
    ...(content && !embed && contentAttributes(content, context.store.catalog.settings, charset)),
    ...(content && !embed && describedAttributes(files, content.description, own, '')),
    ...(own.title === undefined && { title }),
    ...(own.filename_download === undefined && { filename_download: download.slice(0, 255) }),
    storage: context.store.storage.adapter,
    private_hash: newPrivateHash(),
    filename_disk: disk,
  };
}

/** Refuses what can be refused before the data is fetched. */
function checkEarly(context: Context, payload: Payload): void {
  const { byName } = presentCollection(context, 'directus_files');
  const unknown = Object.keys(payload).filter((name) => !byName.has(name));
  if (unknown.length > 0)
    throw new ApiError('unknownPayloadFields', { fields: unknown.join(', '), collection: 'directus_files' });
}

function nameIn({ filename_disk, filename_download }: Payload): string | null {
  const given = [filename_disk, filename_download].find((name) => typeof name === 'string' && name !== '');
  return given === undefined ? null : baseName(asText(given));
}

function withoutNames({ filename_disk: _disk, filename_download: _download, ...rest }: Payload): Payload {
  return rest;
}

function blankData(payload: Payload, data: unknown): ApiError {
  const violations = new Violations();
  violations.add('data', isGiven(data) ? violation.type('string') : violation.blank);
  for (const name of ['filename_disk', 'filename_download'])
    if (nameIn(payload) === null) violations.add(name, violation.blank);
  return violations.error();
}
