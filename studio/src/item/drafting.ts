import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import { currentView } from '../api/view.ts';
import type { Collection } from '../model/collection.ts';
import { type Draft, dropDraft, dropOldDrafts, findDraft, keepDraft, keepDraftAtOnce } from './draft-store.ts';
import type { Form, Values } from './form.ts';

/** Keeps what was typed in this browser until it is saved. */
export interface Drafting {
  /** When the edits were last kept, in milliseconds since 1970; null while there are none. */
  readonly keptAt: Ref<number | null>;
  /** Edits of an earlier visit that nobody has decided about yet. */
  readonly offer: Ref<Draft | null>;
  /** Looks for edits of an earlier visit. */
  look: () => Promise<void>;
  /** The offer is taken or turned down. */
  settle: () => void;
  /** Keeps the edits now, or forgets the draft if there are none. */
  keep: () => Promise<void>;
  /** Forgets what is kept under the present id: the item is about to get another. */
  forget: () => Promise<void>;
}

const PAUSE_MS = 400;
const SECRET: ReadonlySet<string> = new Set(['hash']);

/** Keeps drafts of a form under the id that `idOf` answers. Passwords are not kept. */
export function useDrafting(form: Form, idOf: () => string): Drafting {
  const keptAt = shallowRef<number | null>(null);
  const offer = shallowRef<Draft | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function current(): Draft | null {
    const edits = { ...offer.value?.edits, ...form.edits };
    const before = { ...beforeOf(form), ...offer.value?.before };
    const kept = withoutSecrets(form.collection, edits);
    const savedAt = form.isDirty.value ? Date.now() : (offer.value?.savedAt ?? Date.now());
    return Object.keys(kept).length > 0 ? { id: idOf(), edits: kept, before, savedAt } : null;
  }

  async function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // What is tried out in a view as somebody else is nobody's draft, and no reason to drop one.
    if (currentView.value) return;
    const draft = current();
    if (draft) await keepDraft(draft);
    else await dropDraft(idOf());
    keptAt.value = draft && form.isDirty.value ? draft.savedAt : null;
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
  });

  return {
    keptAt,
    offer,
    keep,
    forget: () => dropDraft(idOf()),
    look: async () => {
      offer.value = await findDraft(idOf());
      void dropOldDrafts();
    },
    settle: () => {
      offer.value = null;
    },
  };
}

const beforeOf = ({ edits, stored }: Form): Values =>
  Object.fromEntries(Object.keys(edits).map((name) => [name, stored.value[name] ?? null]));

const withoutSecrets = (collection: Collection, edits: Values): Values =>
  Object.fromEntries(Object.entries(edits).filter(([name]) => !SECRET.has(collection.field(name)?.type ?? '')));
