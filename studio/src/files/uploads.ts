import type { Octavo, Progress, Untyped } from '@octavo/client';
import { OctavoError } from '@octavo/client';
import { computed, reactive, shallowReactive, watch } from 'vue';
import { explainFailure, isSignedOut } from '../api/failure.ts';
import { makeIdempotencyKey } from '../api/idempotency-key.ts';
import { noticeFailure, onceSignedIn, openedBy } from '../api/queries.ts';
import { currentView } from '../api/view.ts';
import { t } from '../i18n/messages.ts';
import { FILE_FIELDS, type StudioFile } from './file.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

/** A file that is being uploaded. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly source: UploadSource;
  state: UploadState;
  sent: number;
  reason: string;
  file: StudioFile | null;
}

/** What is uploaded: a file, or an address that the server reads. */
export type UploadSource = { readonly blob: File } | { readonly address: string };

interface Order {
  readonly client: Octavo<Untyped>;
  readonly folder: number | null;
  readonly done?: (file: StudioFile) => void;
}

/** An order with an idempotency key, so that a retry after a lost answer does not store the file twice. */
interface KeyedOrder extends Order {
  readonly headers: Readonly<Record<'Idempotency-Key', string>>;
  /** The project, and the user who gave it. */
  readonly by: string;
}

const AT_ONCE = 3;

/** The uploads of this window. They continue while the user visits other pages. */
export const uploads = shallowReactive<Upload[]>([]);
const orders = new Map<number, KeyedOrder>();
const aborts = new Map<number, AbortController>();
const state = reactive({ isPaused: false });
let next = 1;
let isGuarded = false;

export const isPaused = computed(() => state.isPaused);
/** Uploads that are neither done nor cancelled. */
export const openUploads = computed(() => uploads.filter(({ state: at }) => at === 'waiting' || at === 'sending'));

/** Puts files into the queue. */
export function upload(sources: readonly UploadSource[], order: Order): void {
  guard();
  for (const source of sources) {
    const id = next++;
    const isFile = 'blob' in source;
    const entry = { id, name: isFile ? source.blob.name : source.address, size: isFile ? source.blob.size : 0, source };
    orders.set(id, { ...order, headers: { 'Idempotency-Key': makeIdempotencyKey() }, by: openedBy.value });
    uploads.push(reactive({ ...entry, state: 'waiting', sent: 0, reason: '', file: null }) as Upload);
  }
  proceed();
}

/** Pauses or continues the queue. Uploads that have started continue: the server receives files in one piece. */
export function pause(paused: boolean): void {
  state.isPaused = paused;
  proceed();
}

/** Sends an upload again from its beginning. */
export function retry(entry: Upload): void {
  Object.assign(entry, { state: 'waiting', sent: 0, reason: '' });
  proceed();
}

/** Removes an upload from the queue; one that has started is aborted. */
export function cancel(entry: Upload): void {
  aborts.get(entry.id)?.abort();
  orders.delete(entry.id);
  const index = uploads.indexOf(entry);
  if (index >= 0) uploads.splice(index, 1);
  proceed();
}

/** Removes the uploads that are done, and those that failed. */
export function clearUploads(): void {
  for (const entry of uploads.filter(({ state: at }) => at === 'done' || at === 'failed')) cancel(entry);
}

function proceed(): void {
  const sending = uploads.filter(({ state: at }) => at === 'sending').length;
  if (state.isPaused) return;
  const waiting = uploads.filter(({ state: at }) => at === 'waiting');
  for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void run(entry);
}

async function run(entry: Upload): Promise<void> {
  const order = orders.get(entry.id);
  if (!order) return;
  const abort = new AbortController();
  aborts.set(entry.id, abort);
  entry.state = 'sending';
  try {
    entry.file = await send(entry, order, abort.signal);
    entry.state = 'done';
    order.done?.(entry.file);
  } catch (failure) {
    if (abort.signal.aborted) return;
    const error = await realReason(order.client, failure);
    noticeFailure(error);
    entry.state = 'failed';
    entry.reason = reasonOf(error);
    if (isSignedOut(error)) onceSignedIn(() => orders.has(entry.id) && entry.state === 'failed' && retry(entry));
  } finally {
    aborts.delete(entry.id);
    proceed();
  }
}

async function send({ source, ...entry }: Upload, order: KeyedOrder, signal: AbortSignal): Promise<StudioFile> {
  const { headers } = order;
  const folder = order.folder === null ? {} : { folder: order.folder };
  if ('address' in source) {
    const asked = { fields: FILE_FIELDS.join(), timeout: 60_000, headers, signal };
    return order.client.request<StudioFile>('POST', '/files', asked, { data: source.address, ...folder });
  }
  const onProgress = ({ sent, total }: Progress): void => report(entry.id, sent, total);
  // An upload that reports its progress is not sent like other requests, which a view does not send.
  const progress = currentView.value ? {} : { onProgress };
  const asked = { name: source.blob.name, fields: FILE_FIELDS, ...progress, headers, signal };
  return (await order.client.files.upload(source.blob, folder as never, asked as never)) as unknown as StudioFile;
}

function report(id: number, sent: number, total: number): void {
  const entry = uploads.find((each) => each.id === id);
  if (entry) entry.sent = total > 0 ? sent / total : 0;
}

/**
 * The real reason for a 403. After a session has expired, the server treats the caller as the public, which may not
 * upload anything; then the reason is a 401.
 */
export async function realReason(client: Octavo<Untyped>, failure: unknown): Promise<unknown> {
  if (!(failure instanceof OctavoError) || failure.status !== 403) return failure;
  return client.request('GET', '/users/me', { fields: 'id' }).then(
    () => failure,
    (error: unknown) => (isSignedOut(error) ? error : failure),
  );
}

/** Why a file was refused, in helpful words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof OctavoError)) return explainFailure(error);
  if (error.status === 413) return t('files.tooLarge');
  if (error.status === 0) return t('files.offline');
  return explainFailure(error);
}

/** Removes the uploads that a former user of the project has left: the present one would send them. */
function dropOthers(now: string): void {
  const isLeft = ({ id }: Upload): boolean => {
    const by = orders.get(id)?.by ?? now;
    return by !== now && projectIn(by) === projectIn(now);
  };
  const left = uploads.filter(isLeft);
  // Without its order, none starts when the one before is cancelled.
  for (const { id } of left) orders.delete(id);
  for (const entry of left) cancel(entry);
}

const projectIn = (by: string): string => by.slice(0, by.indexOf('/'));

/** Makes the browser ask before the window is closed while uploads are pending, and looks after changes of the user. */
function guard(): void {
  if (isGuarded) return;
  isGuarded = true;
  watch(openedBy, dropOthers, { flush: 'sync' });
  window.addEventListener('beforeunload', (event) => {
    if (openUploads.value.length > 0) event.preventDefault();
  });
}
