import { isStillValid } from '../../services/auth/still-valid.ts';
import { viewing } from '../../services/auth/view/apply.ts';
import { previewImport } from '../../services/import/preview.ts';
import { readBackup } from '../../services/jobs/backups.ts';
import { cancelJob, deleteJob, resumeJob } from '../../services/jobs/change.ts';
import { createJob } from '../../services/jobs/create.ts';
import { followJob } from '../../services/jobs/follow.ts';
import { listJobs, readJob } from '../../services/jobs/list.ts';
import { readRefused } from '../../services/jobs/refused.ts';
import type { Delivery } from '../../storage/content.ts';
import type { Exchange } from '../exchange.ts';
import { receiveImport } from '../receive-import.ts';
import { DELETED, type Route, show } from '../route.ts';
import { viewOf } from '../token.ts';
import { jobsWire } from '../wire/jobs.ts';

const jobRoute = (route: Omit<Route, 'access'>): Route => ({ ...route, access: 'authenticated' });

/**
 * The requested job. A form also contains the file to import; the caller's rights may change while it arrives, so the
 * context must be taken afterwards.
 */
const jobSent = (exchange: Exchange): Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>> =>
  exchange.request.isMultipart() ? receiveImport(exchange) : exchange.object();

/** A job's states, as long as the caller stays signed in and the view, if there is one, has not ended. */
function follow(exchange: Exchange, signal: AbortSignal): ReturnType<typeof followJob> {
  const { project, identity, acting, token } = exchange;
  const view = viewOf(exchange);
  return followJob(exchange.context(), exchange.path('id'), signal, {
    acting,
    isStillValid: (now) => isStillValid(project, identity, token, now),
    callerOf: async (caller, now) => {
      if (view === undefined) return caller;
      return (await viewing(project, { ...identity, caller }, view, now)).caller;
    },
  });
}

/** Work that outlives its request. (Contract, J-1 to J-19.) */
export const jobRoutes: readonly Route[] = [
  jobRoute({
    method: 'GET',
    path: '/jobs',
    wire: jobsWire.list,
    handle: async (exchange) => {
      const wanted = (name: string): string | undefined => exchange.parameter(name);
      const [state, kind, limit, page] = [wanted('state'), wanted('kind'), wanted('limit'), wanted('page')];
      return show(await listJobs(exchange.context(), { state, kind, limit, page }));
    },
  }),
  jobRoute({
    method: 'POST',
    path: '/jobs',
    wire: jobsWire.create,
    handle: async (exchange) => {
      const sent = await jobSent(exchange);
      return show(await createJob(exchange.context(), sent));
    },
  }),
  jobRoute({
    method: 'POST',
    path: '/jobs/uploads',
    wire: jobsWire.upload,
    handle: async (exchange) => {
      const { upload, name, size } = await receiveImport(exchange);
      return show({ upload, name, size });
    },
  }),
  jobRoute({
    method: 'POST',
    path: '/jobs/preview',
    wire: jobsWire.preview,
    handle: async (exchange) => {
      const sent = await jobSent(exchange);
      return show(await previewImport(exchange.context(), sent));
    },
  }),
  jobRoute({
    method: 'GET',
    path: '/jobs/:id',
    wire: jobsWire.read,
    handle: async (exchange) => show(await readJob(exchange.context(), exchange.path('id'))),
  }),
  jobRoute({
    method: 'DELETE',
    path: '/jobs/:id',
    wire: jobsWire.remove,
    handle: async (exchange) => {
      await deleteJob(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  }),
  jobRoute({
    method: 'POST',
    path: '/jobs/:id/cancel',
    wire: jobsWire.cancel,
    handle: async (exchange) => show(await cancelJob(exchange.context(), exchange.path('id'))),
  }),
  jobRoute({
    method: 'POST',
    path: '/jobs/:id/resume',
    wire: jobsWire.resume,
    handle: async (exchange) => show(await resumeJob(exchange.context(), exchange.path('id'))),
  }),
  jobRoute({
    method: 'GET',
    path: '/jobs/:id/refused',
    wire: jobsWire.refused,
    handle: async (exchange) => ({
      kind: 'export',
      format: 'csv',
      name: `job-${exchange.path('id')}-refused`,
      ...(await readRefused(exchange.context(), exchange.path('id'))),
    }),
  }),
  jobRoute({
    method: 'GET',
    path: '/jobs/:id/backup',
    wire: jobsWire.backup,
    handle: async (exchange) => {
      const deliver = (): Promise<Delivery> => readBackup(exchange.context(), exchange.path('id'));
      return { kind: 'file', delivery: await deliver(), again: deliver, download: true };
    },
  }),
  jobRoute({
    method: 'GET',
    path: '/jobs/:id/events',
    wire: jobsWire.events,
    handle: (exchange) => ({ kind: 'events', name: 'job', events: (signal) => follow(exchange, signal) }),
  }),
];
