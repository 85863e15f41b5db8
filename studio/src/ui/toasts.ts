import { shallowReactive } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import { explainFailure } from '../api/failure.ts';

/** A message at the edge of the window, with an action, and a link to more about it. */
export interface Toast {
  readonly text: string;
  /** Work stays until it has ended. */
  readonly kind: 'done' | 'failed' | 'working';
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly link?: { readonly label: string; readonly to: RouteLocationRaw };
}

/** The message about work in progress. */
export interface Work {
  /** Updates the progress, unless the message was closed. */
  readonly say: (toast: Toast) => void;
  /** Removes the message, and shows the outcome of the work. */
  readonly end: (toast: Toast | null) => void;
}

const STAYS_MS = 6000;
const STAYS_WITH_ACTION_MS = 10_000;

export const toasts = shallowReactive<Toast[]>([]);

/** Shows a message for some seconds, replacing one with the same text. */
export function showToast(toast: Toast): void {
  const same = toasts.find(({ text, action }) => text === toast.text && !action);
  if (same) dismiss(same);
  toasts.push(toast);
  setTimeout(() => dismiss(toast), toast.action ? STAYS_WITH_ACTION_MS : STAYS_MS);
}

/** Shows that long work is in progress. */
export function showWork(begun: Toast): Work {
  let shown = begun;
  toasts.push(begun);
  return {
    say: (toast) => {
      const index = toasts.indexOf(shown);
      if (index < 0) return;
      toasts[index] = toast;
      shown = toasts[index] ?? toast;
    },
    end: (toast) => {
      dismiss(shown);
      if (toast) showToast(toast);
    },
  };
}

/** Says that something was done, and offers to undo it. */
export const showDone = (text: string, action?: Toast['action']): void =>
  showToast({ text, kind: 'done', ...(action && { action }) });

/** Says why something failed. */
export const showFailure = (error: unknown): void => showToast({ text: explainFailure(error), kind: 'failed' });

export function dismiss(toast: Toast): void {
  const index = toasts.indexOf(toast);
  if (index >= 0) toasts.splice(index, 1);
}
