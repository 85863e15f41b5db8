import type { ComputedRef, Ref } from 'vue';
import type { Status } from '../model/status.ts';
import type { MenuEntry } from '../ui/menu.ts';

/** What can be done with the open item. */
export interface ItemActions {
  /** The list that the user came from; null for a page without one. */
  readonly listAddress: string | null;
  readonly status: ComputedRef<Status | null>;
  readonly statuses: ComputedRef<readonly Status[]>;
  readonly maySave: ComputedRef<boolean>;
  readonly mayDelete: ComputedRef<boolean>;
  readonly publishing: ComputedRef<Status | null>;
  readonly entries: ComputedRef<readonly MenuEntry[]>;
  /** Whether the dialog that schedules the publication is open. */
  readonly isScheduling: Ref<boolean>;
  /** Whether the preview of the item on its site is shown next to the form. */
  readonly isPreviewing: Ref<boolean>;
  /** Whether the collection has a site to show its items on. */
  readonly hasSite: ComputedRef<boolean>;
  readonly save: () => Promise<boolean>;
  readonly publish: () => Promise<void>;
  readonly setStatus: (value: string) => void;
  /** Saves, and goes back to the list. */
  readonly saveAndClose: () => Promise<void>;
  readonly saveAndAnother: () => Promise<void>;
  readonly saveAsNew: () => Promise<void>;
  readonly duplicate: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Opens the previous or next item of the list that the user came from. */
  readonly step: (way: 'before' | 'after') => Promise<void>;
  /** Fills a new item with what was copied. */
  readonly prefill: () => void;
}
