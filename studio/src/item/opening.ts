import { OctavoError } from '@octavo/client';
import { type Ref, shallowRef } from 'vue';
import { UnnameableKey } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { trueReason } from '../api/session.ts';
import type { Form } from './form.ts';
import { readItem, singleKey } from './reading.ts';

export type Opened = 'loading' | 'ready' | 'gone' | 'denied' | 'unnameable' | 'failed';

/** An item that is opened: how far that is, and the tag of the state that was read. */
export interface Opening {
  readonly state: Ref<Opened>;
  readonly failure: Ref<unknown>;
  readonly tag: Ref<string | undefined>;
  open: (key: string | null) => Promise<void>;
}

/** Opens items in a form, with one request. */
export function useOpening(project: Project, form: Form): Opening {
  const state = shallowRef<Opened>('loading');
  const failure = shallowRef<unknown>(null);
  const tag = shallowRef<string | undefined>();
  const { collection } = form;

  async function open(asked: string | null): Promise<void> {
    state.value = 'loading';
    try {
      const key = asked ?? (collection.isSingle ? await singleKey(project, collection) : null);
      if (key !== null) await read(key);
      state.value = key === null && !project.permissions.may('create', collection.name) ? 'denied' : 'ready';
    } catch (refusal) {
      const error = await trueReason(project, refusal);
      noticeFailure(error);
      failure.value = error;
      state.value = stateOf(error);
    }
  }

  async function read(key: string): Promise<void> {
    const found = await readItem(project, collection, key);
    if (!found) return;
    tag.value = found.tag;
    form.take(key, found.values);
  }

  return { state, failure, tag, open };
}

const stateOf = (error: unknown): Opened => {
  if (error instanceof UnnameableKey) return 'unnameable';
  if (!(error instanceof OctavoError)) return 'failed';
  if (error.status === 403) return 'denied';
  return error.status === 404 ? 'gone' : 'failed';
};
