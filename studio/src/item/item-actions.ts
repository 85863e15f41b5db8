import { useQueryClient } from '@tanstack/vue-query';
import { computed, onScopeDispose, ref, watch } from 'vue';
import { useRouter } from 'vue-router';
import type { Project } from '../api/project.ts';
import { sessionEnded } from '../api/queries.ts';
import { t } from '../i18n/messages.ts';
import { itemParam, NEW } from '../model/item-address.ts';
import { statusesOfNew, statusesToGive } from '../model/offered-statuses.ts';
import { levelFor } from '../model/owner.ts';
import type { Action } from '../model/permissions.ts';
import { showDone } from '../ui/toasts.ts';
import type { ItemActions } from './actions.ts';
import type { Askings } from './asking.ts';
import { beginningOf, copiedOf } from './beginning.ts';
import { copyOf } from './copy.ts';
import { removal } from './deleting.ts';
import type { Drafting } from './drafting.ts';
import type { Form, Values } from './form.ts';
import { menuOf } from './item-menu.ts';
import { neighboursOf, rememberedList } from './neighbours.ts';
import type { Opening } from './opening.ts';
import type { Saving } from './saving.ts';
import { useSite } from './site.ts';

interface Seat {
  readonly project: Project;
  readonly form: Form;
  readonly opening: Opening;
  readonly drafting: Drafting;
  readonly saving: Saving;
  readonly asking: Askings;
  /** Asks whether edits may be left. */
  readonly mayLeave: () => Promise<boolean>;
  /** The item has a key now, or none any more. */
  readonly move: (key: string | null) => void;
  /** Begins anew. */
  readonly again: () => void;
}

/** Values that the next new item of a collection begins with. */
let copied: { readonly collection: string; readonly edits: Values } | null = null;

/** Puts together what can be done with an item. */
export function useItemActions(seat: Seat): ItemActions {
  const { project, form, opening, drafting, saving, asking, move } = seat;
  const { collection } = form;
  const { permissions, key: projectKey } = project;
  const router = useRouter();
  const queries = useQueryClient();
  const statusName = collection.status?.name;
  /** A save that ends after its page was left leads nowhere. */
  let isLeft = false;
  onScopeDispose(() => {
    isLeft = true;
  });

  /** Null also where the role may not read the status: the server knows it. */
  const statusValue = (values: Values): string | null => {
    const value = statusName ? values[statusName] : null;
    return value === null || value === undefined ? null : String(value);
  };
  const status = computed(
    () => collection.statuses.find(({ value }) => value === statusValue(form.values.value)) ?? null,
  );
  const mayNow = (action: Action): boolean => {
    const { value } = form.stored;
    return permissions.may(action, collection.name, statusValue(value), levelFor(collection, value, project.me));
  };
  const maySave = computed(() => {
    // An item that is not read yet has no key, as a new one.
    if (opening.state.value !== 'ready') return false;
    if (form.key.value === null) return permissions.may('create', collection.name);
    return mayNow('update') && opening.allowed.value.update;
  });
  const mayDelete = computed(
    () => form.key.value !== null && !collection.isSingle && mayNow('delete') && opening.allowed.value.delete,
  );
  const statuses = computed(() => {
    const isOpen = maySave.value && collection.status && !collection.status.isReadonly;
    if (!isOpen || !permissions.mayWrite(collection.status, statusValue(form.stored.value))) return [];
    const offered = form.key.value === null ? statusesOfNew : statusesToGive;
    return offered(collection, permissions).filter(({ isDeleted }) => !isDeleted);
  });
  const publishing = computed(() =>
    status.value?.isPublished ? null : (statuses.value.find(({ isPublished }) => isPublished) ?? null),
  );
  const listAddress = collection.isSingle
    ? null
    : (rememberedList(projectKey, collection.name)?.address ??
      router.resolve({ name: 'list', params: { project: projectKey, collection: collection.name } }).fullPath);

  async function save(comment?: string): Promise<boolean> {
    const before = form.key.value;
    const hadEdits = form.isDirty.value || before === null;
    if (!(await saving.save(comment))) return false;
    if (saving.isUnseen.value) seat.again();
    else if (form.key.value !== before) move(form.key.value);
    if (hadEdits) {
      showDone(t('item.saved'));
      void queries.invalidateQueries();
    }
    return true;
  }

  /** Whoever has signed in again wants what they asked for before. */
  watch(sessionEnded, (ended) => {
    if (!ended && saving.waitsForSession.value) void save();
  });

  async function publish(): Promise<void> {
    const target = publishing.value;
    if (!target || !statusName) return;
    const action = form.key.value === null ? 'create' : 'update';
    const reason = await asking.confirm({
      title: t('item.publishTitle'),
      text: t('item.publishText', { status: target.label }),
      asksReason: permissions.mustExplain(action, collection.name, target.value),
      choices: [
        { value: 'no', label: t('common.cancel') },
        { value: 'yes', label: t('item.publishNow'), look: 'primary' },
      ],
    });
    if (reason === null) return;
    const before = form.values.value[statusName];
    form.set(statusName, target.value);
    // Once somebody has signed in again, the status is saved with the rest.
    if (!(await save(reason)) && !saving.waitsForSession.value) form.set(statusName, before);
  }

  async function close(): Promise<void> {
    if (listAddress && !isLeft) await router.push(listAddress);
  }

  const create = (edits: Values | null): Promise<unknown> => {
    copied = edits && { collection: collection.name, edits };
    return router.push({ name: 'item', params: { project: projectKey, collection: collection.name, item: NEW } });
  };

  const copy = (): Values => copiedOf(copyOf(form, project.schema), collection, permissions);

  async function saveAsNew(): Promise<void> {
    const edits = copy();
    await drafting.forget();
    form.take(null, beginningOf(collection, permissions), edits);
    move(null);
    await save();
  }

  async function saveAndAnother(): Promise<void> {
    if (!(await saving.save())) return;
    showDone(t('item.saved'));
    void queries.invalidateQueries();
    if (isLeft) return;
    const wasNew = router.currentRoute.value.params.item === NEW;
    if (wasNew && !(await seat.mayLeave())) return move(form.key.value);
    await create(null);
    if (wasNew) seat.again();
  }

  const actions: Omit<ItemActions, 'entries'> = {
    listAddress,
    status,
    statuses,
    maySave,
    mayDelete,
    publishing,
    isScheduling: ref(false),
    isPreviewing: ref(false),
    hasSite: useSite(project, form),
    save: () => save(),
    publish,
    close,
    saveAsNew,
    saveAndAnother,
    setStatus: (value) => statusName && form.set(statusName, value),
    saveAndClose: async () => {
      if (await save()) await close();
    },
    duplicate: async () => void (await create(copy())),
    remove: removal({ ...seat, queries, status, close }),
    discard: async () => {
      form.take(form.key.value, form.stored.value);
      await drafting.keep();
    },
    step: async (way) => {
      const item = neighboursOf(projectKey, collection.name, form.key.value)[way];
      const params = { project: projectKey, collection: collection.name, item: itemParam(item) };
      if (item) await router.push({ name: 'item', params });
    },
    prefill: () => {
      if (copied?.collection !== collection.name || form.key.value !== null) return;
      form.take(null, beginningOf(collection, permissions), copied.edits);
      copied = null;
    },
  };
  return { ...actions, entries: computed(() => menuOf(project, form, actions)) };
}
