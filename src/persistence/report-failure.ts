import { ReportLimiter } from '../shared/report-limiter.ts';
import type { StoreView } from './store.ts';

/** How often it is reported that the same work fails in a project. */
const REPORT_MS = 60_000;
const reports = new ReportLimiter(REPORT_MS);

/** Logs why work failed that no caller waits for: once a minute for each kind of work of a project. */
export function reportFailure({ project, surroundings }: StoreView, err: unknown, work: string): void {
  if (reports.isDue(`${project} ${work}`)) surroundings.log.error({ err, project, work }, 'work after a commit failed');
}
