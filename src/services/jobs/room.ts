import { ApiError } from '../../errors/api-error.ts';
import type { Condition } from '../../persistence/conditions.ts';
import { type JobOwner, OPEN_STATES } from '../../persistence/jobs/job.ts';
import { jobRows } from '../../persistence/jobs/job-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';

/** How many jobs of a user, and of a project, may wait or run. */
const MAX_OF_USER = 20;
const MAX_OF_PROJECT = 200;

/** Refuses another job if too many of its owner's have not ended. The server's own jobs are not limited. Error 4. */
export async function requireRoom(tx: Transaction, owner: JobOwner | null): Promise<void> {
  if (!owner) return;
  await requireFewer(tx, [['user', '=', owner.id]], MAX_OF_USER, 'of one user');
  await requireFewer(tx, [], MAX_OF_PROJECT, 'in a project');
}

async function requireFewer(
  { context, connection }: Transaction,
  where: readonly Condition[],
  limit: number,
  whose: string,
): Promise<void> {
  const open = await jobRows(context.store).find(connection, [['state', 'in', OPEN_STATES], ...where], 'id', limit, {
    columns: ['id'],
  });
  if (open.length >= limit) throw new ApiError('jobsExhausted', { limit, whose });
}
