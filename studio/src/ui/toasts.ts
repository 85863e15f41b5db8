import { shallowReactive } from 'vue';
import { explainFailure } from '../api/failure.ts';

/** A message at the edge of the window, with something that can be done about it. */
export interface Toast {
  readonly text: string;
  readonly kind: 'done' | 'failed';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const STAYS_MS = 6000;
const STAYS_WITH_ACTION_MS = 10_000;

export const toasts = shallowReactive<Toast[]>([]);

/** Shows a message for some seconds, in place of one that says the same. */
export function showToast(toast: Toast): void {
  const same = toasts.find(({ text, action }) => text === toast.text && !action);
  if (same) dismiss(same);
  toasts.push(toast);
  setTimeout(() => dismiss(toast), toast.action ? STAYS_WITH_ACTION_MS : STAYS_MS);
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
