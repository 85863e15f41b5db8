import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { findJob, insertJob, type NewJob } from '../../persistence/jobs/job-rows.ts';
import { createOnce } from '../../persistence/once.ts';
import type { Store } from '../../persistence/store.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { jobChanges, jobRefusals, jobs } from '../../schema/internal/jobs.ts';
import { asText } from '../../shared/text.ts';
import { ownerOf } from '../auth/owner.ts';
import { kindNamed } from './kinds.ts';
import { requireRoom } from './room.ts';
import { type ShownJob, showJob } from './show.ts';

/** The maximum size of the input as JSON. */
const MAX_BYTES = 65_536;

/** Creates a job, which a server starts soon. Throws errors 4, 108, 3, and those of the job's kind. */
export async function createJob(context: Context, sent: Readonly<Record<string, unknown>>): Promise<ShownJob> {
  const { kind: name, ...rest } = sent;
  const kind = kindNamed(name);
  const owner = await ownerOf(context);
  if (kind.admin && !isAdmin(context.caller)) throw new ApiError('adminOnly');
  const input = (await kind.prepare(context, rest)) as NewJob['input'];
  if (Buffer.byteLength(JSON.stringify(input)) > MAX_BYTES) throw brokenRule('kind', violation.bytes(MAX_BYTES));
  await openJobs(context.store);
  const { client, write } = context;
  const job: NewJob = {
    kind: asText(name),
    owner,
    comment: write.comment,
    ip: client.ip,
    userAgent: client.userAgent,
    input,
  };
  return createOnce(context, {
    begin: inTransaction,
    write: async (tx) => ({ written: await insert(tx, job) }),
    answer: async ({ reader }, id: number) => showJob(context, await storedJob(context.store, reader, id)),
  });
}

/** Creates the tables of jobs if necessary. Must be called before a transaction that writes to them. Error 11. */
async function openJobs(store: Store): Promise<void> {
  // Where `jobs` exists, the others are expected to exist, too.
  for (const table of [jobRefusals, jobChanges, jobs]) await store.internalTable(table);
}

async function storedJob(store: Store, ...[reader, id]: [Parameters<typeof findJob>[1], number]) {
  const job = await findJob(store, reader, id);
  if (!job) throw new ApiError('jobNotFound', { id });
  return job;
}

async function insert(tx: Transaction, job: NewJob): Promise<number> {
  const { context, connection, changes } = tx;
  await requireRoom(tx, job.owner);
  const id = await insertJob(context.store, connection, job, context.now.getTime());
  changes.add({ kind: 'rows', collection: jobs.name });
  return id;
}
