import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { loadMessages, number, t } from '../i18n/messages.ts';
import type { ServerFilter } from '../list/filter/server.ts';
import { showFailure, showWork, type Toast, type Work } from '../ui/toasts.ts';
import { followJob } from './follow-job.ts';
import { isOpen, type Job } from './job.ts';

/** The items of a collection that match. */
export interface Matching {
  readonly collection: string;
  readonly filter: ServerFilter | null;
  readonly q?: string;
  readonly status?: string;
}

/**
 * Changes or deletes all items that match by a job, and shows its progress and outcome on every page. `after` is called
 * when it has ended, and when it was undone.
 */
export async function changeMatching(
  project: Project,
  kind: 'update' | 'delete',
  { collection, filter, q, status }: Matching,
  payload: Readonly<Record<string, unknown>> | undefined,
  after: () => Promise<void>,
): Promise<void> {
  const order = { kind, collection, filter: filter ?? {}, ...(q && { q }), ...(status && { status }) };
  await doJob(project, { ...order, ...(payload && { payload }) }, after);
}

async function doJob(project: Project, order: Record<string, unknown>, after: () => Promise<void>): Promise<void> {
  try {
    await loadMessages('jobs');
    const job = await project.client.request<Job>('POST', '/jobs', {}, order);
    show(project, job, after);
  } catch (error) {
    noticeFailure(error);
    showFailure(error);
  }
}

/** Shows a job at the edge of the window until it has ended, and then its outcome. */
function show(project: Project, begun: Job, after: () => Promise<void>): void {
  const link = {
    label: t('jobs.matching.open'),
    to: { name: 'jobs', params: { project: project.key, job: begun.id } },
  };
  const cancel = { label: t('common.cancel'), run: () => void cancelJob(project, begun) };
  const work: Work = showWork({ text: progressOf(begun), kind: 'working', link, action: cancel });
  followJob(project, String(begun.id), {
    changed: (job) => {
      if (isOpen(job)) return work.say({ text: progressOf(job), kind: 'working', link, action: cancel });
      work.end({ ...ended(project, job, after), link });
      void after();
    },
    away: () => work.say({ text: t('jobs.matching.away'), kind: 'working', link }),
    failed: (error) => {
      work.end(null);
      showFailure(error);
    },
  });
}

function progressOf({ kind, progress: { done, total } }: Job): string {
  const values = { done: number(done), total: total === null ? '…' : number(total) };
  return t(`jobs.matching.${kind}`, values);
}

function ended(project: Project, job: Job, after: () => Promise<void>): Toast {
  const { kind, progress, state, undoable } = job;
  const count = progress.done - progress.refused;
  const undo = { label: t('common.undo'), run: () => void doJob(project, { kind: 'undo', job: job.id }, after) };
  return {
    text: [t(`jobs.matching.${state === 'done' ? `done.${kind}` : state}`, { count }), ...leftOut(job)].join(' '),
    kind: state === 'failed' ? 'failed' : 'done',
    ...(undoable && { action: undo }),
  };
}

const leftOut = ({ error, progress: { refused } }: Job): string[] => [
  ...(error ? [error.message] : []),
  ...(refused > 0 ? [t('jobs.matching.leftOut', { count: refused })] : []),
];

async function cancelJob({ client }: Project, { id }: Job): Promise<void> {
  try {
    await client.request('POST', `/jobs/${id}/cancel`);
  } catch (error) {
    noticeFailure(error);
    showFailure(error);
  }
}
