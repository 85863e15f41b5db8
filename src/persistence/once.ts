import { hash } from 'node:crypto';
import { seal } from '../auth/seal.ts';
import { openText, sealText } from '../auth/sealed-text.ts';
import type { Connection } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import { keyOf, userIdOf } from '../permissions/caller.ts';
import { idempotency } from '../schema/internal/idempotency.ts';
import type { Awaitable } from '../shared/awaitable.ts';
import { DAY_MS } from '../shared/time-units.ts';
import type { Condition } from './conditions.ts';
import type { Context, Once, Scope } from './context.ts';
import type { Whole } from './read/whole.ts';
import { committed, type Source } from './source.ts';
import { type TableRow, TableRows } from './table-rows.ts';
import type { Transaction } from './transaction.ts';

const KEPT_MS = DAY_MS;
const SWEEP_MS = 10 * 60 * 1000;
const PURPOSE = 'idempotency';
const TRIES = 4;

/** What a request creates and how it is answered; both can be stored as JSON. */
interface Creation<W extends Transaction, R, A> {
  /** Begins the transaction: `inTransaction`, `changeSchema`, or a wrapper of one of them. */
  readonly begin: <T>(context: Context, work: (tx: W) => Promise<T>) => Promise<T>;
  /** Writes, and returns enough to read the result again. */
  readonly write: (tx: W) => Promise<Done<R>>;
  /**
   * Returns the answer for the caller. With an idempotency key, it is read inside the transaction. Without one, an item
   * that the transaction has already read need not be read again.
   */
  readonly answer: (source: Source, written: R, whole?: Whole) => Awaitable<A>;
  /**
   * Throws if the caller may no longer do this. Called on a repeat if the caller's permissions have changed; the answer
   * is then read again.
   */
  readonly permitted?: () => void | Promise<void>;
  /** The answer depends on the schema after the commit, and is only read then. */
  readonly afterwards?: true;
  /** Called if the request had already been answered, and nothing was written. */
  readonly repeated?: () => Promise<void>;
}

/** What a transaction has written: enough to read it again, storable as JSON. */
export interface Done<R> {
  readonly written: R;
  /** The only item, as the transaction last read it. */
  readonly whole?: Whole;
}

/** What is stored about a request that has been answered. */
interface Remembered<R, A> {
  readonly written: R;
  /**
   * Absent while the schema is being reloaded, and if it cannot be decrypted any more or was made for other
   * permissions.
   */
  readonly answer?: A;
  readonly isOutdated?: boolean;
}

/** Another process has used the key in the meantime. */
class KeyTaken extends Error {}

/**
 * Writes, and returns the answer. If the request has a key, the transaction stores the answer, and a repeat returns it.
 * Error 422 if the key belongs to another request.
 */
export function createOnce<W extends Transaction, R, A>(context: Context, creation: Creation<W, R, A>): Promise<A> {
  const { once } = context.write;
  return once ? answeredOnce(context, once, creation) : answered(context, creation);
}

/** Must be called before any action that a failure would leave behind. Error 11. */
export async function openKeys({ store, write }: Context): Promise<void> {
  if (write.once) await store.internalTable(idempotency);
}

/** The answer to a repeated request, before anything is done for it; undefined if it is the first. */
export async function answerBefore<A>(context: Context): Promise<{ readonly answer: A } | undefined> {
  const { once } = context.write;
  if (!once) return undefined;
  await openKeys(context);
  const known = await recall<unknown, A>(context, context.store.database, once);
  return known?.answer === undefined ? undefined : { answer: known.answer };
}

async function answered<W extends Transaction, R, A>(context: Context, creation: Creation<W, R, A>): Promise<A> {
  const { written, whole } = await creation.begin(context, creation.write);
  return creation.answer(committed(context), written, whole);
}

async function answeredOnce<W extends Transaction, R, A>(
  context: Context,
  once: Once,
  creation: Creation<W, R, A>,
): Promise<A> {
  await openKeys(context);
  for (let tries = 1; ; tries++) {
    try {
      const { known, isRepeat } = await creation.begin(context, (tx) => writeOnce(tx, once, creation));
      if (isRepeat) await creation.repeated?.();
      else sweep(context);
      if (known.isOutdated) return await answerAgain(context, creation, known.written);
      return known.answer === undefined ? await settle(context, once, creation, known.written) : known.answer;
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      if (tries >= TRIES) throw new ApiError('databaseBusy');
    }
  }
}

/**
 * If permissions have changed, a repeat is treated like a new request for what was written: it may be refused, and
 * shows what the caller may read now.
 */
async function answerAgain<W extends Transaction, R, A>(
  context: Context,
  { permitted, answer }: Creation<W, R, A>,
  written: R,
): Promise<A> {
  await permitted?.();
  return answer(committed(context), written);
}

async function writeOnce<W extends Transaction, R, A>(
  tx: W,
  once: Once,
  creation: Creation<W, R, A>,
): Promise<{ readonly known: Remembered<R, A>; readonly isRepeat: boolean }> {
  const { context, connection } = tx;
  const before = await recall<R, A>(context, connection, once);
  if (before) return { known: before, isRepeat: true };
  await claim(tx, once);
  const { written, whole } = await creation.write(tx);
  const answer = creation.afterwards ? undefined : await creation.answer(tx, written, whole);
  const known = { written, ...(answer !== undefined && { answer }) };
  await rowsOf(context).update(connection, [mine(context, once)], { answer: stored(context, once, known) });
  return { known, isRepeat: false };
}

/** Reads the answer after the commit. The first process to store it determines the answer. */
async function settle<W extends Transaction, R, A>(
  context: Context,
  once: Once,
  { answer: read }: Creation<W, R, A>,
  written: R,
): Promise<A> {
  const answer = await read(committed(context), written);
  const open: Condition = ['answer', '=', stored(context, once, { written })];
  const { database } = context.store;
  await rowsOf(context).update(database, [mine(context, once), open], {
    answer: stored(context, once, { written, answer }),
  });
  const known = await recall<R, A>(context, database, once);
  return known?.answer ?? answer;
}

/** The caller, with the API key if there is one, the path and the idempotency key. */
function scopeOf({ caller }: Scope, { path, key }: Once): string {
  const rights = keyOf(caller);
  const keyed = rights ? [rights.key] : [];
  return hash('sha256', JSON.stringify([caller.kind, userIdOf(caller), path, key, ...keyed]), 'base64url');
}

/** Keyed, because a plain hash of the payload would let anyone with access to the database guess secrets in it. */
const fingerprintOf = ({ store }: Scope, { sent }: Once): string => seal(store.config.auth.secret, PURPOSE, [sent]);
const rowsOf = ({ store }: Scope): TableRows => new TableRows(store.dialect, idempotency);
const mine = (context: Scope, once: Once): Condition => ['scope', '=', scopeOf(context, once)];

/** The form that is stored in the row. */
interface StoredAnswer<R> {
  readonly written: R;
  readonly answer?: string;
  readonly rights?: string;
}

const rightsOf = ({ store, caller }: Scope): string => store.catalog.policy(caller).digest;

async function recall<R, A>(context: Scope, connection: Connection, once: Once): Promise<Remembered<R, A> | undefined> {
  const [row] = await rowsOf(context).find(connection, [mine(context, once)], 'scope', 1);
  if (!row || isForgotten(context, row)) return undefined;
  if (row.fingerprint !== fingerprintOf(context, once)) throw new ApiError('idempotencyKeyTaken');
  const { written, answer, rights } = JSON.parse(String(row.answer)) as StoredAnswer<R>;
  if (answer !== undefined && rights !== rightsOf(context)) return { written, isOutdated: true };
  const opened = answer && openText(context.store.config.auth.secret, PURPOSE, scopeOf(context, once), answer);
  return { written, ...(opened && { answer: JSON.parse(opened) as A }) };
}

/** Stores the keys of what was written in plain text, and the answer encrypted for this project. */
function stored<R, A>(context: Scope, once: Once, { written, answer }: Remembered<R, A>): string {
  if (answer === undefined) return JSON.stringify({ written });
  const { secret } = context.store.config.auth;
  return JSON.stringify({
    written,
    rights: rightsOf(context),
    answer: sealText(secret, PURPOSE, scopeOf(context, once), JSON.stringify(answer)),
  });
}

const isForgotten = ({ now }: Scope, row: TableRow): boolean => Number(row.forgotten_at) < now.getTime();
const forgotten = ({ now }: Scope): Condition => ['forgotten_at', '<', now.getTime()];

/** Claims the key before anything is written: a concurrent request with the same key waits here for this one to end. */
async function claim({ context, connection, undo }: Transaction, once: Once): Promise<void> {
  const rows = rowsOf(context);
  const scope = scopeOf(context, once);
  if ((await rows.find(connection, [mine(context, once)], 'scope', 1)).length > 0)
    await rows.delete(connection, [mine(context, once), forgotten(context)]);
  try {
    await rows.insert(connection, {
      scope,
      fingerprint: fingerprintOf(context, once),
      answer: '',
      forgotten_at: context.now.getTime() + KEPT_MS,
    });
  } catch (error) {
    throw context.store.dialect.classify(error)?.kind === 'unique' ? new KeyTaken() : error;
  }
  undo?.insertedInto(idempotency.name, { column: 'scope', kind: 'text', value: scope });
}

const swept = new WeakMap<object, number>();

/** Occasionally removes expired rows in the background. */
function sweep(context: Context): void {
  const { store, now } = context;
  if (now.getTime() - (swept.get(store) ?? 0) < SWEEP_MS) return;
  swept.set(store, now.getTime());
  store.background.start(async () => void (await rowsOf(context).delete(store.database, [forgotten(context)])));
}
