import type { Items, Untyped } from '@octavo/client';
import { onScopeDispose, type ShallowRef, shallowRef, watch } from 'vue';
import { explainFailure, isSignedOut } from '../api/failure.ts';
import { noticeFailure, onceSignedIn } from '../api/queries.ts';
import { isRefusal } from '../api/refused.ts';
import { t } from '../i18n/messages.ts';
import { showToast } from '../ui/toasts.ts';
import type { Narrowing } from './narrowing.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The query of a list. */
export interface Reading extends Narrowing {
  readonly fields: readonly string[];
  readonly sort?: string;
}

/** The rows that have been read so far. */
export interface Rows {
  readonly rows: ShallowRef<readonly Row[]>;
  readonly state: ShallowRef<'loading' | 'ready' | 'failed'>;
  readonly error: ShallowRef<unknown>;
  readonly hasMore: ShallowRef<boolean>;
  /** Milliseconds that the last page took. */
  readonly took: ShallowRef<number>;
  /** Reads the next page, if there is one. */
  readonly more: () => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Changes a row in place. */
  readonly patch: (key: string, change: Row) => void;
  readonly remove: (keys: ReadonlySet<string>) => void;
  /** The scroll position of the list when it was left. */
  readonly top: () => number;
  readonly keepTop: (top: number) => void;
}

interface Kept {
  readonly rows: readonly Row[];
  readonly after: string | null;
  readonly top: number;
}

const PAGE = 100;
const KEPT = 8;
/** The most rows that are read again when the user comes back to a list. */
const REFRESHED = 300;
/** Lists that were left, the newest last, which are shown at once when the user comes back. */
const kept = new Map<string, Kept>();

/** Reads rows page by page, by cursor, and again whenever the query changes. Null waits. */
export function useRows(
  items: Items<Untyped, string>,
  scope: string,
  key: string,
  reading: () => Reading | null,
): Rows {
  const rows = shallowRef<readonly Row[]>([]);
  const state = shallowRef<'loading' | 'ready' | 'failed'>('loading');
  const error = shallowRef<unknown>(null);
  const hasMore = shallowRef(false);
  const took = shallowRef(0);
  let after: string | null = null;
  let top = 0;
  let running: AbortController | null = null;
  let shown = '';

  async function read(limit: number, from: string | null): Promise<void> {
    const asked = reading();
    if (!asked) return;
    running?.abort();
    const own = new AbortController();
    running = own;
    const identity = shown;
    const began = performance.now();
    try {
      const query = { ...asked, limit, meta: 'cursor', ...(from && { after: from }), signal: own.signal };
      const { data, meta } = await items.page(query as never);
      if (own.signal.aborted) return;
      take(from ? withMore(data as Row[]) : (data as Row[]), meta);
      took.value = performance.now() - began;
    } catch (failure) {
      const retry = (): void => {
        if (shown === identity) void read(limit, from);
      };
      if (!own.signal.aborted) fail(failure, retry);
    } finally {
      if (running === own) running = null;
    }
  }

  /** Shows a failure. The rows stay in the list, unless the server refuses to show them. */
  function fail(failure: unknown, retry: () => void): void {
    noticeFailure(failure);
    error.value = failure;
    const isExpired = isSignedOut(failure);
    if (isExpired) onceSignedIn(retry);
    if (state.value !== 'ready' || (isRefusal(failure) && !isExpired)) state.value = 'failed';
    else if (!isExpired)
      showToast({ text: explainFailure(failure), kind: 'failed', action: { label: t('common.retry'), run: retry } });
  }

  /** An item that has moved further down meanwhile is in a later page again. */
  function withMore(page: readonly Row[]): readonly Row[] {
    const there = new Set(rows.value.map((row) => row[key]));
    return [...rows.value, ...page.filter((row) => !there.has(row[key]))];
  }

  function take(next: readonly Row[], meta: Readonly<Record<string, unknown>>): void {
    const cursor = meta.cursor as { after: string | null } | undefined;
    rows.value = next;
    after = cursor?.after ?? null;
    hasMore.value = after !== null;
    error.value = null;
    state.value = 'ready';
  }

  async function begin(identity: string): Promise<void> {
    keep();
    shown = identity;
    const found = kept.get(identity);
    if (found) {
      ({ after, top } = found);
      rows.value = found.rows;
      hasMore.value = after !== null;
      state.value = 'ready';
      if (found.rows.length > REFRESHED) return;
    } else {
      top = 0;
      state.value = 'loading';
    }
    await read(Math.max(PAGE, Math.min(found?.rows.length ?? 0, REFRESHED)), null);
  }

  function keep(): void {
    if (shown === '' || state.value !== 'ready') return;
    kept.delete(shown);
    kept.set(shown, { rows: rows.value, after, top });
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  }

  watch(
    () => identityOf(scope, reading()),
    (identity) => identity && begin(identity),
    { immediate: true },
  );
  onScopeDispose(() => {
    keep();
    running?.abort();
  });

  return {
    rows,
    state,
    error,
    hasMore,
    took,
    more: async () => {
      if (after && !running && state.value === 'ready') await read(PAGE, after);
    },
    reload: () => read(PAGE, null),
    patch: (name, change) => {
      rows.value = rows.value.map((row) => (String(row[key]) === name ? { ...row, ...change } : row));
    },
    remove: (names) => {
      rows.value = rows.value.filter((row) => !names.has(String(row[key])));
    },
    top: () => top,
    keepTop: (next) => {
      top = next;
    },
  };
}

const identityOf = (scope: string, reading: Reading | null): string =>
  reading ? `${scope} ${JSON.stringify(reading)}` : '';
