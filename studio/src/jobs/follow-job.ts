import { OctavoError } from '@octavo/client';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { isOpen, type Job } from './job.ts';

/** Pauses before another attempt to reach the server. */
const PAUSES_MS = [500, 1000, 2000, 4000];

/** The callbacks of somebody who follows a job. */
export interface Follower {
  readonly changed: (job: Job) => void;
  /** Called if the server cannot be reached; it will be tried again. */
  readonly away: () => void;
  /** Called if the job cannot be read; nothing follows. */
  readonly failed: (error: unknown) => void;
}

/** Stops following the job. */
type Stop = () => void;

/** Follows a job until it has ended, by the server's events; if they end earlier, by reading the job again. */
export function followJob({ client, key }: Pick<Project, 'client' | 'key'>, id: string, follower: Follower): Stop {
  const path = `/jobs/${encodeURIComponent(id)}`;
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [tries, isOver] = [0, false];

  async function read(): Promise<void> {
    try {
      const job = await client.request<Job>('GET', path, { timeout: 10_000 });
      if (!isOver) arrived(job);
    } catch (error) {
      if (!isOver) failed(error);
    }
  }

  function arrived(job: Job): void {
    tries = 0;
    follower.changed(job);
    if (isOpen(job) && !isOver) listen(job);
  }

  function failed(error: unknown): void {
    noticeFailure(error);
    if (isUnreachable(error)) {
      follower.away();
      again();
    } else follower.failed(error);
  }

  function again(): void {
    timer = setTimeout(read, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    tries++;
  }

  function listen({ refused = [] }: Job): void {
    events = new EventSource(`/${encodeURIComponent(key)}${path}/events`);
    events.addEventListener('job', ({ data }) => {
      const job = JSON.parse(data) as Job;
      // Only the job itself says what was refused, and whether it can be undone.
      if (isOpen(job)) follower.changed({ ...job, refused });
      else end(read);
    });
    events.addEventListener('error', () => end(again));
  }

  function end(next: () => void): void {
    events?.close();
    events = null;
    next();
  }

  void read();
  return () => {
    isOver = true;
    clearTimeout(timer);
    events?.close();
  };
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof OctavoError && (error.status === 0 || error.status === 429 || error.status >= 500);
