import type { ComputedRef, Ref } from 'vue';
import type { Status } from '../model/status.ts';
import type { MenuEntry } from '../ui/menu.ts';

/** What can be done with the item that is open. */
export interface ItemActions {
  /** The list that one came from; null for a page that has none. */
  readonly listAddress: string | null;
  readonly status: ComputedRef<Status | null>;
  readonly statuses: ComputedRef<readonly Status[]>;
  readonly maySave: ComputedRef<boolean>;
  readonly mayDelete: ComputedRef<boolean>;
  readonly publishing: ComputedRef<Status | null>;
  readonly entries: ComputedRef<readonly MenuEntry[]>;
  /** Whether somebody is choosing when the item is published. */
  readonly isScheduling: Ref<boolean>;
  /** Whether the item is shown on its site beside the form. */
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
  /** Opens the item before or after this one in the list that one came from. */
  readonly step: (way: 'before' | 'after') => Promise<void>;
  /** Fills a new item with what was copied. */
  readonly prefill: () => void;
}
