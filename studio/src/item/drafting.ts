import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import { currentView } from '../api/view.ts';
import type { Collection } from '../model/collection.ts';
import type { Creation } from './creating.ts';
import {
  type Draft,
  dropDraft,
  dropOldDrafts,
  findDraft,
  holdDraft,
  keepDraft,
  keepDraftAtOnce,
} from './draft-store.ts';
import type { Form, Values } from './form.ts';

/** Keeps input in this browser until it is saved. */
export interface Drafting {
  /** When the edits were last stored, in milliseconds since 1970; null if there are none, or they could not be stored. */
  readonly keptAt: Ref<number | null>;
  /** Edits of an earlier visit, or of a closed tab, that have been neither restored nor discarded yet. */
  readonly offer: Ref<Draft | null>;
  /** The unanswered attempts to create the item, which are kept with the edits. */
  readonly creation: Ref<Creation | null>;
  /** Looks for edits of an earlier visit. */
  look: () => Promise<void>;
  /** Removes the offered draft after it was accepted or declined, and offers the next one. */
  settle: () => Promise<void>;
  /** Stores the edits now, or removes the draft if there are none. */
  keep: () => Promise<void>;
  /** Removes the draft, because another item is about to be opened. */
  forget: () => Promise<void>;
}

const PAUSE_MS = 400;
const SECRET: ReadonlySet<string> = new Set(['hash']);

/** Keeps drafts of a form for the item that `itemOf` names. Passwords are not kept. */
export function useDrafting(form: Form, itemOf: () => string): Drafting {
  const id = crypto.getRandomValues(new Uint32Array(4)).join('');
  const release = holdDraft(id);
  const keptAt = shallowRef<number | null>(null);
  const offer = shallowRef<Draft | null>(null);
  const creation = shallowRef<Creation | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function current(): Draft | null {
    const edits = withoutSecrets(form.collection, form.edits);
    if (Object.keys(edits).length === 0) return null;
    const isWhole = Object.keys(edits).length === Object.keys(form.edits).length;
    const begun = isWhole && form.key.value === null ? { creation: creation.value } : {};
    return { id, item: itemOf(), edits, before: beforeOf(form), ...begun, savedAt: Date.now() };
  }

  async function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Input in a view as somebody else is no draft, and no reason to remove one.
    if (currentView.value) return;
    const draft = current();
    const isKept = draft !== null && (await keepDraft(draft));
    if (!draft) await dropDraft(id);
    keptAt.value = isKept ? draft.savedAt : null;
  }

  function keepAtOnce(): void {
    if (timer === undefined || currentView.value) return;
    const draft = current();
    if (draft) keepDraftAtOnce(draft);
    void keep();
  }

  watch(
    () => ({ ...form.edits }),
    () => {
      timer ??= setTimeout(keep, PAUSE_MS);
    },
  );
  addEventListener('pagehide', keepAtOnce);
  document.addEventListener('visibilitychange', keepAtOnce);
  onScopeDispose(() => {
    removeEventListener('pagehide', keepAtOnce);
    document.removeEventListener('visibilitychange', keepAtOnce);
    if (timer !== undefined) void keep();
    release();
  });

  async function look(): Promise<void> {
    offer.value = await findDraft(itemOf(), id);
    void dropOldDrafts();
  }

  async function settle(): Promise<void> {
    const decided = offer.value;
    offer.value = null;
    if (!decided || currentView.value) return;
    await dropDraft(decided.id);
    await look();
  }

  return { keptAt, offer, creation, keep, look, settle, forget: () => dropDraft(id) };
}

const beforeOf = ({ edits, stored }: Form): Values =>
  Object.fromEntries(Object.keys(edits).map((name) => [name, stored.value[name]]));

const withoutSecrets = (collection: Collection, edits: Values): Values =>
  Object.fromEntries(Object.entries(edits).filter(([name]) => !SECRET.has(collection.field(name)?.type ?? '')));
