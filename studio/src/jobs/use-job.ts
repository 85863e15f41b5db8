import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { useProject } from '../api/project.ts';
import { followJob } from './follow-job.ts';
import { isQuiet, type Job } from './job.ts';

const LOOK_MS = 1000;

/** A job that is followed. */
export interface FollowedJob {
  readonly job: Ref<Job | null>;
  readonly error: Ref<unknown>;
  /** Whether the server cannot be reached; it is tried again and again. */
  readonly isAway: Ref<boolean>;
  /** Whether the running job has been silent for long. */
  readonly isQuiet: Ref<boolean>;
  readonly read: () => void;
}

/** Follows a job for as long as its page is open. */
export function useJob(id: () => string): FollowedJob {
  const project = useProject();
  const job = shallowRef<Job | null>(null);
  const error = shallowRef<unknown>(null);
  const isAway = ref(false);
  const quiet = ref(false);
  let stop = (): void => {};

  function read(): void {
    stop();
    stop = followJob(project, id(), {
      changed: (found) => {
        job.value = found;
        error.value = null;
        isAway.value = false;
      },
      away: () => {
        isAway.value = true;
      },
      failed: (failure) => {
        isAway.value = false;
        error.value = failure;
      },
    });
  }

  const looking = setInterval(() => {
    quiet.value = job.value !== null && isQuiet(job.value, Date.now());
  }, LOOK_MS);
  watch(id, read, { immediate: true });
  onScopeDispose(() => {
    stop();
    clearInterval(looking);
  });
  return { job, error, isAway, isQuiet: quiet, read };
}
