import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { isOpen, type Job } from './job.ts';

const ASKING_MS = 2000;

/** A job that is followed. */
export interface FollowedJob {
  readonly job: Ref<Job | null>;
  readonly error: Ref<unknown>;
  readonly read: () => Promise<void>;
}

/** Follows a job: by the events of the server, and by asking where they do not come. */
export function useJob(id: () => string): FollowedJob {
  const { client, key } = useProject();
  const job = shallowRef<Job | null>(null);
  const error = shallowRef<unknown>(null);
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    events?.close();
    events = null;
    clearTimeout(timer);
  }

  async function read(): Promise<void> {
    stop();
    const asked = id();
    try {
      const found = await client.request<Job>('GET', `/jobs/${encodeURIComponent(asked)}`);
      if (asked !== id()) return;
      job.value = found;
      error.value = null;
      if (isOpen(found)) follow(asked);
    } catch (failure) {
      noticeFailure(failure);
      error.value = failure;
    }
  }

  function follow(asked: string): void {
    events = new EventSource(`/${encodeURIComponent(key)}/jobs/${encodeURIComponent(asked)}/events`);
    events.addEventListener('job', ({ data }) => {
      job.value = { ...JSON.parse(data), refused: job.value?.refused ?? [] };
      // What was refused, and whether it can be undone, is said of the job alone.
      if (job.value && !isOpen(job.value)) void read();
    });
    events.addEventListener('error', () => {
      stop();
      timer = setTimeout(read, ASKING_MS);
    });
  }

  watch(id, read, { immediate: true });
  onScopeDispose(stop);
  return { job, error, read };
}
