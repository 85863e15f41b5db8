import { hash } from 'node:crypto';
import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Expression, fixed } from '../../query/sql/nodes.ts';
import { idempotency } from '../../schema/own/idempotency.ts';
import { userIdOf } from '../caller.ts';
import type { Context, Once } from '../context.ts';
import { within } from '../store-within.ts';
import { inTransaction, type Writing } from '../writing.ts';
import type { ReadResult } from './read.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 10 * 60 * 1000;

type Answer = ReadResult | null;

/**
 * Runs `work` in a transaction that remembers what it answers, and answers a repeat of the request out of that. `work`
 * is given the writing and a context that reads inside of it. Error 422 where the key belongs to another request.
 */
export async function answeredOnce(
  context: Context,
  once: Once,
  work: (writing: Writing, inside: Context) => Promise<Answer>,
): Promise<Answer> {
  await context.store.ownTable(idempotency);
  const attempt = (): Promise<Answer> =>
    inTransaction(context, async (writing) => {
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
const column = (name: string, alias = ''): Expression => ({ type: 'column', alias, name, kind: 'text' });

async function recall({ context, connection }: Writing, once: Once): Promise<Answer | undefined> {
  const { printer } = context.store.dialect;
  const scope = fixed(scopeOf(context, once), 'text');
  const printed = printer.select({
    table: idempotency.name,
    alias: 't0',
    columns: ['fingerprint', 'answer', 'forgotten_at'].map((name) => column(name, 't0')),
    where: { type: 'compare', sign: '=', left: column('scope', 't0'), right: scope },
    order: [],
    limit: null,
    offset: null,
    group: [],
  });
  const [row] = await connection.all(bind(printed, NO_BINDING));
  if (!row || Number(row[2]) < context.now.getTime()) return undefined;
  if (row[0] !== digest(once.sent)) throw new ApiError('idempotencyKeyTaken');
  return JSON.parse(String(row[1])) as Answer;
}

async function remember({ context, connection }: Writing, once: Once, answer: Answer): Promise<void> {
  await sweep(context, connection);
  const scope = scopeOf(context, once);
  const columns = ['scope', 'fingerprint', 'answer', 'forgotten_at'];
  const text = context.store.dialect.printer.insert({ table: idempotency.name, columns }, null);
  const forgottenAt = context.now.getTime() + KEPT_MS;
  await connection.run({ text, parameters: [scope, digest(once.sent), JSON.stringify(answer), forgottenAt] });
}

const swept = new WeakMap<object, number>();

/** Forgets what is too old, now and then. */
async function sweep({ store, now }: Context, connection: Connection): Promise<void> {
  if (now.getTime() - (swept.get(store) ?? 0) < SWEEP_MS) return;
  swept.set(store, now.getTime());
  const left: Expression = { type: 'column', alias: '', name: 'forgotten_at', kind: 'bigint' };
  const where: Expression = { type: 'compare', sign: '<', left, right: fixed(now.getTime(), 'bigint') };
  await connection.run(bind(store.dialect.printer.delete({ table: idempotency.name, where }), NO_BINDING));
}
