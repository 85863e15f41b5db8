import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { isAdmin, roleOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import { committed } from '../../persistence/source.ts';
import { OPEN, type Somebody, settleTask, type Task, taskRows } from '../../persistence/tasks.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { tasks } from '../../schema/internal/tasks.ts';
import { ownerOf } from '../auth/owner.ts';
import { note } from './note.ts';
import { findTask, type ShownTask, shownTask } from './show.ts';
import { textWithin } from './wanted.ts';

/** An answer to a task, as it is sent. */
interface SentAnswer {
  readonly state: string;
  readonly answer?: string | null;
}

interface Answer {
  readonly state: 'done' | 'declined';
  readonly text: string | null;
}

/** Answers a task of the caller: it is done, or declined with a reason. Errors 108, 4, 203, 10. (Contract, N-33.) */
export async function answerTask(context: Context, id: string, sent: SentAnswer): Promise<ShownTask> {
  const answer = answerIn(sent);
  const me = await present(context);
  await openOutbox(context.store);
  await inTransaction(context, async (tx) => {
    const task = await findTask(tx, id);
    if (!isAsked(context, task, me)) throw new ApiError('taskNotYours');
    if (task.state !== 'open') throw new ApiError('taskOver', { id });
    await settle(tx, task, answer, me);
  });
  return shownTask(committed(context), id);
}

function answerIn({ state, answer }: SentAnswer): Answer {
  const violations = new Violations();
  const text = textWithin(violations, 'answer', answer);
  if (state !== 'done' && state !== 'declined') violations.add('state', violation.expected('done or declined'));
  else if (state === 'declined' && text === null) violations.add('answer', violation.blank);
  violations.throwIfAny();
  return { state: state as Answer['state'], text };
}

const isAsked = ({ caller }: Context, { user, role }: Task, me: Somebody): boolean =>
  user ? isSamePerson(user, me) : role === roleOf(caller);

const isSamePerson = (one: Somebody, other: Somebody): boolean =>
  one.id === other.id && one.externalId === other.externalId;

/** If two answers arrive at once, the first one wins. Error 409. */
async function settle(tx: Transaction, task: Task, { state, text }: Answer, me: Somebody): Promise<void> {
  const values = { answer: text, answered_by: me.id, ended_at: tx.context.now.getTime() };
  if (!(await settleTask(tx, task, state, values))) throw new ApiError('taskOver', { id: String(task.id) });
  await note(tx, task, `task-${state}`);
}

/**
 * Withdraws a task that the caller has created, or deletes it if it has ended. Administrators may do so for others.
 * Errors 108, 203, 10.
 */
export async function withdrawTask(context: Context, id: string): Promise<void> {
  const me = await present(context);
  await inTransaction(context, async (tx) => {
    const task = await findTask(tx, id);
    if (!isSamePerson(task.by, me) && !isAdmin(context.caller)) throw new ApiError('taskNotYours');
    const rows = taskRows(context.store);
    const open = await rows.delete(tx.connection, [['id', '=', task.id], OPEN]);
    if (open > 0) await note(tx, task, 'task-withdrawn');
    else await rows.delete(tx.connection, [['id', '=', task.id]]);
    tx.changes.add({ kind: 'rows', collection: tasks.name });
  });
}

async function present(context: Context): Promise<Somebody> {
  const me = await ownerOf(context);
  if (me === null) throw new ApiError('notAuthenticated');
  return me;
}
