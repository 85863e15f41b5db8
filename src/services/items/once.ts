import { hash } from 'node:crypto';
import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import { idempotency } from '../../schema/own/idempotency.ts';
import { userIdOf } from '../caller.ts';
import type { Context, Once } from '../context.ts';
import { within } from '../store-within.ts';
import { type Condition, TableRows } from '../table-rows.ts';
import type { Writing } from '../writing.ts';
import type { ReadResult } from './read.ts';
import { writeTo } from './write-to.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 10 * 60 * 1000;

type Answer = ReadResult | null;

/**
 * Runs `work` in a transaction that remembers what it answers, and answers a repeat of the request out of that. `work`
 * is given the writing and a context that reads inside of it. Error 422 where the key belongs to another request.
 */
export async function answeredOnce(
  context: Context,
  collection: Collection,
  once: Once,
  work: (writing: Writing, inside: Context) => Promise<Answer>,
): Promise<Answer> {
  await context.store.ownTable(idempotency);
  const attempt = (): Promise<Answer> =>
    writeTo(context, collection, async (writing) => {
      const known = await recall(writing, once);
      if (known !== undefined) return known;
      const answer = await work(writing, within(context, writing.connection));
      await remember(writing, once, answer);
      return answer;
    });
  try {
    return await attempt();
  } catch (error) {
    // Another process has answered the same request meanwhile.
    if (context.store.dialect.classify(error)?.kind !== 'unique') throw error;
    return attempt();
  }
}

/** Who asks, where, and by which key. */
function scopeOf({ caller }: Context, { path, key }: Once): string {
  return digest([caller.kind, userIdOf(caller), path, key]);
}

const digest = (parts: unknown): string => hash('sha256', JSON.stringify(parts), 'base64url');
const rowsOf = ({ store }: Context): TableRows => new TableRows(store.dialect, idempotency);

async function recall({ context, connection }: Writing, once: Once): Promise<Answer | undefined> {
  const rows = rowsOf(context);
  const mine: Condition = ['scope', '=', scopeOf(context, once)];
  await rows.delete(connection, [mine, ['forgotten_at', '<', context.now.getTime()]]);
  const [row] = await rows.find(connection, [mine], 'scope', 1);
  if (!row) return undefined;
  if (row.fingerprint !== digest(once.sent)) throw new ApiError('idempotencyKeyTaken');
  return JSON.parse(String(row.answer)) as Answer;
}

async function remember({ context, connection }: Writing, once: Once, answer: Answer): Promise<void> {
  await sweep(context, connection);
  await rowsOf(context).insert(connection, {
    scope: scopeOf(context, once),
    fingerprint: digest(once.sent),
    answer: JSON.stringify(answer),
    forgotten_at: context.now.getTime() + KEPT_MS,
  });
}

const swept = new WeakMap<object, number>();

/** Forgets what is too old, now and then. */
async function sweep(context: Context, connection: Connection): Promise<void> {
  const now = context.now.getTime();
  if (now - (swept.get(context.store) ?? 0) < SWEEP_MS) return;
  swept.set(context.store, now);
  await rowsOf(context).delete(connection, [['forgotten_at', '<', now]]);
}
