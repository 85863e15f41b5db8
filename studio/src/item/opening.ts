import { OctavoError } from '@octavo/client';
import { type Ref, shallowRef, watch } from 'vue';
import type { Allowed } from '../api/allowed.ts';
import { UnnameableKey } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import type { Form, Values } from './form.ts';
import { readItem, singleKey } from './reading.ts';

export type Opened = 'loading' | 'ready' | 'gone' | 'denied' | 'unnameable' | 'failed';

/** The progress of opening an item, and the tag of the state that was read. */
export interface Opening {
  readonly state: Ref<Opened>;
  readonly failure: Ref<unknown>;
  readonly tag: Ref<string | undefined>;
  /** What the role may do with this item, as far as that depends on the item. */
  readonly allowed: Ref<Allowed>;
  open: (key: string | null) => Promise<void>;
}

/** Opens items in a form, with one request; for roles with limited rights, another one asks what they may do with the item. */
export function useOpening(project: Project, form: Form): Opening {
  const state = shallowRef<Opened>('loading');
  const failure = shallowRef<unknown>(null);
  const tag = shallowRef<string | undefined>();
  const { collection } = form;
  const allowed = shallowRef(EVERYTHING);
  let latest: Promise<Allowed> | null = null;
  let opened: Values | null = null;

  async function open(asked: string | null): Promise<void> {
    state.value = 'loading';
    try {
      const key = asked ?? (collection.isSingle ? await singleKey(project, collection) : null);
      if (key !== null) await read(key);
      state.value = key === null && !project.permissions.may('create', collection.name) ? 'denied' : 'ready';
    } catch (error) {
      noticeFailure(error);
      failure.value = error;
      state.value = stateOf(error);
    }
  }

  async function read(key: string): Promise<void> {
    const [found] = await Promise.all([readItem(project, collection, key), judge(key)]);
    if (!found) return;
    tag.value = found.tag;
    opened = found.values;
    form.take(key, found.values);
  }

  /** Asks what a role with limited rights may do. Only the last answer counts. */
  async function judge(key: string): Promise<void> {
    if (project.permissions.isAdministrator) return;
    const asking = import('../api/allowed.ts')
      .then(({ allowedOf }) => allowedOf(project, collection.name, key))
      .catch(() => EVERYTHING);
    latest = asking;
    const answer = await asking;
    if (latest === asking) allowed.value = answer;
  }

  /** With other values, other rules may apply. */
  watch(form.stored, (values) => {
    if (form.key.value !== null && values !== opened) void judge(form.key.value);
  });

  return { state, failure, tag, allowed, open };
}

const EVERYTHING: Allowed = { update: true, delete: true };

const stateOf = (error: unknown): Opened => {
  if (error instanceof UnnameableKey) return 'unnameable';
  if (!(error instanceof OctavoError)) return 'failed';
  if (error.status === 403) return 'denied';
  return error.status === 404 ? 'gone' : 'failed';
};
