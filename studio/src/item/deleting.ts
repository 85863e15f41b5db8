import { OctavoError } from '@octavo/client';
import type { QueryClient } from '@tanstack/vue-query';
import type { ComputedRef } from 'vue';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { t } from '../i18n/messages.ts';
import type { Status } from '../model/status.ts';
import { showDone, showFailure } from '../ui/toasts.ts';
import type { Asked } from './asked.ts';
import type { Askings } from './asking.ts';
import type { Drafting } from './drafting.ts';
import type { Form } from './form.ts';
import type { Opening } from './opening.ts';
import { itemPath } from './reading.ts';
import { type Problem, problemOf, type Saving } from './saving.ts';

interface Seat {
  readonly project: Project;
  readonly form: Form;
  readonly opening: Opening;
  readonly drafting: Drafting;
  readonly saving: Saving;
  readonly asking: Askings;
  readonly queries: QueryClient;
  readonly status: ComputedRef<Status | null>;
  readonly close: () => Promise<void>;
}

/** Deletes an item after confirmation: by its status if the collection has one for that, otherwise permanently. */
export function removal(seat: Seat): () => Promise<void> {
  const { form, asking, saving } = seat;
  const bin = form.collection.statuses.find(({ isDeleted }) => isDeleted) ?? null;

  return async () => {
    const key = form.key.value;
    const reason = key === null ? null : await asking.confirm(questionOf(seat, bin));
    if (key === null || reason === null || saving.busy.value) return;
    saving.busy.value = true;
    const failure = await send(seat, key, bin, reason).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    saving.busy.value = false;
    if (failure) saving.problem.value = refused(failure.error);
    else await leave(seat, key, bin);
  };
}

function questionOf({ project, form, status }: Seat, bin: Status | null): Asked {
  return {
    title: t('item.deleteTitle'),
    text: bin ? t('item.deleteToBin', { status: bin.label }) : t('item.deleteForGood'),
    asksReason: project.permissions.mustExplain(bin ? 'update' : 'delete', form.collection.name, status.value?.value),
    choices: [
      { value: 'no', label: t('common.cancel') },
      { value: 'yes', label: t('common.delete'), look: 'danger' },
    ],
  };
}

function refused(error: unknown): Problem {
  noticeFailure(error);
  const isNewer = error instanceof OctavoError && error.status === 412;
  return isNewer ? { texts: [t('item.deleteNewer')] } : problemOf(error);
}

/** After the deletion of the item, removes its draft and leads back to the list. */
async function leave(seat: Seat, key: string, bin: Status | null): Promise<void> {
  const { form, drafting, queries, project } = seat;
  const before = form.stored.value[form.collection.status?.name ?? ''];
  form.take(key, form.stored.value);
  await drafting.forget();
  void queries.invalidateQueries();
  const mayUndo = bin !== null && project.permissions.isAdministrator;
  showDone(
    t('item.deleted'),
    mayUndo ? { label: t('common.undo'), run: () => bringBack(seat, key, before) } : undefined,
  );
  await seat.close();
}

async function send({ project, form, opening }: Seat, key: string, bin: Status | null, comment: string): Promise<void> {
  const query = { ...(comment && { comment }), ifMatch: opening.tag.value };
  const path = itemPath(form.collection, key);
  const name = form.collection.status?.name;
  if (bin && name) await project.client.request('PATCH', path, { ...query, fields: name }, { [name]: bin.value });
  else await project.client.request('DELETE', path, query);
}

async function bringBack({ project, form, queries }: Seat, key: string, status: unknown): Promise<void> {
  const name = form.collection.status?.name ?? 'status';
  try {
    await project.client.request('PATCH', itemPath(form.collection, key), { fields: name }, { [name]: status });
    void queries.invalidateQueries();
  } catch (error) {
    noticeFailure(error);
    showFailure(error);
  }
}
