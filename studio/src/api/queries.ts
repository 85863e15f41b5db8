import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/vue-query';
import { ref, watch } from 'vue';
import { isSignedOut } from './failure.ts';
import { currentView, isViewEnded, stopViewing, viewEnded } from './view.ts';

/** Whether the session has ended while the app was open; the shell then asks to sign in again. */
export const sessionEnded = ref(false);

/** The project that is open and the user who opened it: `demo/7`. */
export const openedBy = ref('');

/** Handles a failure of any request: those outside of queries report theirs here. */
export function noticeFailure(error: unknown): void {
  if (isViewEnded(error)) viewEnded.value = true;
  // The next session is not the one that the view belongs to.
  else if (isSignedOut(error) && currentView.value) stopViewing();
  else if (isSignedOut(error)) sessionEnded.value = true;
}

/** Calls `act` once, as soon as the user has signed in again. If it is another user, `act` is forgotten. */
export function onceSignedIn(act: () => void): void {
  const before = openedBy.value;
  const stop = watch(sessionEnded, (isEnded) => {
    if (isEnded) return;
    stop();
    if (openedBy.value === before) act();
  });
}

class Queries extends QueryClient {
  /** Also restarts reads that have no result yet: what they find can be older than the change. */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    await this.cancelQueries({
      ...filters,
      type: 'active',
      fetchStatus: 'fetching',
      predicate: (query) => query.state.data === undefined && (filters.predicate?.(query) ?? true),
    });
    await super.invalidateQueries(filters, options);
  }
}

/** The cache of query results. The client repeats requests itself, so nothing is repeated here. */
export const makeQueryClient = (): QueryClient =>
  new Queries({
    queryCache: new QueryCache({ onError: noticeFailure }),
    mutationCache: new MutationCache({ onError: noticeFailure }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
