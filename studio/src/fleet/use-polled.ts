import { onScopeDispose, type ShallowRef, shallowRef } from 'vue';
import { isRefusal } from '../api/refused.ts';
import { ask } from './access.ts';

/** Data that is polled while a page shows it. */
export interface Polled<T> {
  readonly data: ShallowRef<T | undefined>;
  readonly error: ShallowRef<unknown>;
  readonly read: () => Promise<void>;
}

/** Reads a path now, and again after `pause` milliseconds; null stops it. A hidden tab does not poll. */
export function usePolled<T>(path: () => string, pause: (data: T) => number | null): Polled<T> {
  const data = shallowRef<T>();
  const error = shallowRef<unknown>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const later = (ms: number | null): void => {
    clearTimeout(timer);
    if (ms !== null && !ended) timer = setTimeout(() => void (document.hidden ? later(ms) : read()), ms);
  };
  async function read(): Promise<void> {
    try {
      data.value = await ask<T>('GET', path());
      error.value = null;
      later(pause(data.value));
    } catch (failure) {
      error.value = failure;
      // The server may come back, so polling continues.
      if (data.value !== undefined && !isRefusal(failure)) later(pause(data.value));
    }
  }
  void read();
  onScopeDispose(() => {
    ended = true;
    clearTimeout(timer);
  });
  return { data, error, read };
}
