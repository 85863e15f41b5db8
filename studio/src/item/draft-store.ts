import type { Values } from './form.ts';

/** Edits of an item that are kept in this browser. */
export interface Draft {
  /** Project, user, collection and item. */
  readonly id: string;
  readonly edits: Values;
  /** What was stored in the edited fields when the editing began. */
  readonly before: Values;
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

/** Keeps a draft in place of the one before. Without a database for it, as in private windows, it is kept as text. */
export async function keepDraft(draft: Draft): Promise<void> {
  try {
    await settled((await storeFor('readwrite')).put(draft));
    localStorage.removeItem(PREFIX + draft.id);
  } catch {
    keepDraftAtOnce(draft);
  }
}

/** Keeps a draft before the page is gone, when nothing can be waited for. */
export function keepDraftAtOnce(draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft));
  } catch {
    // The browser has no room: the database keeps the state of a moment ago.
  }
}

/** The newest draft of an item. */
export async function findDraft(id: string): Promise<Draft | null> {
  const kept = await storeFor('readonly')
    .then((store) => settled(store.get(id) as IDBRequest<Draft | undefined>))
    .catch(() => undefined);
  const found = [kept, parsed(localStorage.getItem(PREFIX + id))].filter((draft) => draft !== undefined);
  return found.sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
}

function parsed(text: string | null): Draft | undefined {
  try {
    return text ? (JSON.parse(text) as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets a draft. */
export async function dropDraft(id: string): Promise<void> {
  localStorage.removeItem(PREFIX + id);
  await storeFor('readwrite')
    .then((store) => settled(store.delete(id)))
    .catch(() => undefined);
}

/** Forgets drafts older than thirty days, whoever's they are. */
export async function dropOldDrafts(now = Date.now()): Promise<void> {
  const isOld = (draft: Draft | undefined): boolean => !draft || now - draft.savedAt > KEPT_MS;
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && isOld(parsed(localStorage.getItem(name)))) localStorage.removeItem(name);
  const kept = await storeFor('readonly')
    .then((store) => settled(store.getAll() as IDBRequest<Draft[]>))
    .catch(() => []);
  await Promise.all(kept.filter(isOld).map(({ id }) => dropDraft(id)));
}
