import { MutationCache, QueryCache, QueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { isSignedOut } from './failure.ts';

/** Whether the session has ended while the app was open; the shell then asks to sign in again. */
export const sessionEnded = ref(false);

/** Takes note of a failure anywhere: requests outside of queries report theirs here. */
export function noticeFailure(error: unknown): void {
  if (isSignedOut(error)) sessionEnded.value = true;
}

/** The cache of what was read. The client repeats requests itself, so that nothing is repeated here. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: noticeFailure }),
    mutationCache: new MutationCache({ onError: noticeFailure }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
