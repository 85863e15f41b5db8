import type { Creation } from './creating.ts';
import type { Values } from './form.ts';

/** Edits of an item that are kept in this browser. */
export interface Draft {
  /** Each open form has its own, because an item can be open in several tabs. */
  readonly id: string;
  /** Project, user, collection and item. */
  readonly item: string;
  readonly edits: Values;
  /** What was stored in the edited fields when the editing began. */
  readonly before: Values;
  /** The attempts to create the item that may have reached the server. */
  readonly creation?: Creation | null;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const DATABASE = 'octavo-studio';
const STORE = 'drafts';
const PREFIX = 'octavo-draft:';
const KEPT_MS = 30 * 86_400_000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE);

/**
 * Stores a draft, replacing the one before. Without a database, as in private windows, it is stored as text. Returns
 * whether the browser had room for it.
 */
export async function keepDraft(draft: Draft): Promise<boolean> {
  try {
    const store = await storeFor('readwrite');
    store.put(draft);
    await committed(store);
    localStorage.removeItem(PREFIX + draft.id);
    return true;
  } catch {
    return keepDraftAtOnce(draft);
  }
}

/** A browser without room accepts a change, and undoes it afterwards. */
function committed({ transaction }: IDBObjectStore): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Stores a draft while the page is being closed, when nothing can be awaited. Returns whether there was room for it. */
export function keepDraftAtOnce(draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft));
    return true;
  } catch {
    // The database may have a slightly older state.
    return false;
  }
}

/** The newest draft of an item that neither the form `own` nor another open one is writing. */
export async function findDraft(item: string, own: string): Promise<Draft | null> {
  const [kept, held] = await Promise.all([keptDrafts(), heldDrafts()]);
  const found = [...kept, ...Object.keys(localStorage).filter(isDraftName).map(draftNamed)].filter(
    (draft) => draft?.item === item && draft.id !== own && !held.has(draft.id),
  );
  return (found as Draft[]).sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

const keptDrafts = (): Promise<readonly Draft[]> =>
  storeFor('readonly')
    .then((store) => settled(store.getAll() as IDBRequest<Draft[]>))
    .catch(() => []);

/** Marks a draft as being written, until the returned function is called or the page is closed. */
export function holdDraft(id: string): () => void {
  const { promise, resolve } = deferred();
  navigator.locks?.request(PREFIX + id, () => promise).catch(() => undefined);
  return resolve;
}

/** The drafts that are being written. Browsers reveal them only to pages in a secure context. */
async function heldDrafts(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  return new Set(locks?.held?.map(({ name }) => name?.slice(PREFIX.length) ?? ''));
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const isDraftName = (name: string): boolean => name.startsWith(PREFIX);
const draftNamed = (name: string): Draft | undefined => parsed(localStorage.getItem(name));

function parsed(text: string | null): Draft | undefined {
  try {
    return text ? (JSON.parse(text) as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a draft. */
export async function dropDraft(id: string): Promise<void> {
  localStorage.removeItem(PREFIX + id);
  await storeFor('readwrite')
    .then((store) => settled(store.delete(id)))
    .catch(() => undefined);
}

/** Removes all drafts older than thirty days, including those of other users. */
export async function dropOldDrafts(now = Date.now()): Promise<void> {
  const isOld = (draft: Draft | undefined): boolean => !draft || now - draft.savedAt > KEPT_MS;
  for (const name of Object.keys(localStorage))
    if (isDraftName(name) && isOld(draftNamed(name))) localStorage.removeItem(name);
  await Promise.all((await keptDrafts()).filter(isOld).map(({ id }) => dropDraft(id)));
}
