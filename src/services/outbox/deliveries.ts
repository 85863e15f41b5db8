import { ApiError } from '../../errors/api-error.ts';
import { brokenRule } from '../../errors/violations.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Context } from '../../persistence/context.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import { REPEATABLE } from '../../persistence/outbox/run-due.ts';
import { numberIn, textIn } from '../../persistence/row-values.ts';
import { type TableRow, TableRows } from '../../persistence/table-rows.ts';
import { outbox, withoutPayload } from '../../schema/internal/outbox.ts';
import { asNumber } from '../../shared/text.ts';
import { type Carried, carriedBy } from './carried.ts';

/** A mail or webhook call, as administrators see it in a list. */
export interface Delivery {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  /** The key of the webhook; null for mails. */
  readonly webhook: number | null;
  readonly attempts: number;
  /** The status of the receiver's last answer, if there was one. */
  readonly answered: number | null;
  readonly error: string | null;
  readonly created_on: string;
  /** The time of the next attempt; null once the delivery has ended. */
  readonly due_on: string | null;
  readonly ended_on: string | null;
}

/** Selects deliveries to list. The texts have not been checked. */
interface DeliveryQuery {
  readonly status?: string | undefined;
  readonly webhook?: string | undefined;
  /** Only those with a smaller key, for the next page. */
  readonly before?: string | undefined;
}

const MAX_DELIVERIES = 200;
const STATUSES: ReadonlySet<string> = new Set(['pending', 'done', 'failed']);

/** Lists the newest deliveries that match, at most 200. Error 3 for everyone except administrators; error 4. */
export async function listDeliveries(context: Context, query: DeliveryQuery = {}): Promise<Delivery[]> {
  const rows = await openRows(context);
  const found = await rows.find(context.store.database, conditionsOf(query), '-id', MAX_DELIVERIES, {
    columns: withoutPayload,
  });
  return found.map(present);
}

/** A delivery with its payload. Errors 3 and 203. */
export async function readDelivery(context: Context, id: string): Promise<Delivery & Carried> {
  const rows = await openRows(context);
  const [row] = await rows.find(context.store.database, [idIs(id)], 'id', 1);
  if (!row) throw new ApiError('itemNotFound');
  return { ...present(row), ...carriedBy(context.store.catalog.schema, row) };
}

/** Queues a failed delivery or an ended webhook call again, with all its attempts. Error 203 if there is none. */
export async function replayDelivery(context: Context, id: string): Promise<void> {
  const rows = await openRows(context);
  const again = { status: 'pending', attempts: 0, due_at: context.now.getTime(), ended_at: null };
  const mine = idIs(id);
  const [row] = await rows.find(context.store.database, [mine], 'id', 1);
  const ended = row?.status === 'failed' || (row?.status === 'done' && REPEATABLE.has(String(row.kind)));
  const conditions: Condition[] = [mine, ['status', '=', row?.status ?? null]];
  if (!ended || (await rows.update(context.store.database, conditions, again)) === 0)
    throw new ApiError('itemNotFound');
  await context.store.committed(context, [{ kind: 'rows', collection: outbox.name }]);
}

async function openRows(context: Context): Promise<TableRows> {
  if (!isAdmin(context.caller)) throw new ApiError('adminOnly');
  await openOutbox(context.store);
  return new TableRows(context.store.dialect, outbox);
}

const idIs = (id: string): Condition => ['id', '=', /^\d{1,9}$/.test(id) ? Number(id) : 0];

function conditionsOf({ status, webhook, before }: DeliveryQuery): Condition[] {
  if (status !== undefined && !STATUSES.has(status))
    throw brokenRule('status', `must be one of ${[...STATUSES].join(', ')}`);
  return [
    ...(status === undefined ? [] : [['status', '=', status] as const]),
    ...(webhook === undefined ? [] : [['lane', '=', `webhook:${keyIn('webhook', webhook)}`] as const]),
    ...(before === undefined ? [] : [['id', '<', keyIn('before', before)] as const]),
  ];
}

function keyIn(name: string, given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw brokenRule(name, 'must be a key');
}

function present(row: TableRow): Delivery {
  const time = (value: unknown): string | null => (value === null ? null : new Date(asNumber(value)).toISOString());
  const ended = time(row.ended_at);
  return {
    id: Number(row.id),
    kind: String(row.kind),
    subject: String(row.subject),
    status: String(row.status),
    webhook: row.kind === 'webhook' ? Number(String(row.lane).slice('webhook:'.length)) : null,
    attempts: Number(row.attempts),
    answered: numberIn(row, 'answered'),
    error: textIn(row, 'error'),
    created_on: time(row.created_at) ?? '',
    due_on: ended === null ? time(row.due_at) : null,
    ended_on: ended,
  };
}
