import { OctavoError } from '@octavo/client';
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import type { Field } from '../model/field.ts';
import { isSame } from '../model/same.ts';
import type { Form } from './form.ts';
import { merge } from './merge.ts';
import { type Read, readItem } from './reading.ts';
import { goneFor, type Saving } from './saving.ts';

/** Changes that others have made to the open item. */
export interface NewerState {
  /** The fields that they changed, while the local edits wait to be merged; null while there are none. */
  readonly waiting: Ref<readonly Field[] | null>;
  /** The fields that were updated automatically, because nothing was edited here. */
  readonly taken: Ref<readonly Field[] | null>;
  /** Merges the waiting edits. */
  mergeNow: () => Promise<void>;
  /** Checks for a newer state, whenever the last check was. */
  refresh: () => Promise<void>;
}

const PAUSE_MS = 10_000;

/** Checks for a newer state of the item whenever the window gets the focus, with a conditional request. */
export function useNewerState(project: Project, form: Form, tag: Ref<string | undefined>, saving: Saving): NewerState {
  const waiting = shallowRef<readonly Field[] | null>(null);
  const taken = shallowRef<readonly Field[] | null>(null);
  let newest: Read | null = null;
  let lookedAt = Date.now();

  async function look(): Promise<void> {
    const [key, before] = [form.key.value, form.stored.value];
    if (key === null || saving.busy.value) return;
    lookedAt = Date.now();
    // What was saved meanwhile may be newer than the answer.
    const isCurrent = (): boolean => before === form.stored.value && !saving.busy.value;
    try {
      const read = await readItem(project, form.collection, key, tag.value);
      if (read && isCurrent()) await compare(read);
    } catch (error) {
      noticeFailure(error);
      if (error instanceof OctavoError && error.status === 404 && isCurrent()) saving.problem.value = goneFor(project);
    }
  }

  async function compare(read: Read): Promise<void> {
    const { changed } = merge(
      { collection: form.collection, schema: project.schema },
      form.stored.value,
      {},
      read.values,
    );
    if (!form.isDirty.value) {
      await saving.takeNewer(read);
      taken.value = changed.length > 0 ? changed : null;
    } else if (changed.length > 0 && !isSame(read.values, newest?.values)) {
      newest = read;
      waiting.value = changed;
    }
  }

  watch(form.stored, () => {
    newest = null;
    waiting.value = null;
  });

  const onFocus = (): void => {
    if (Date.now() - lookedAt > PAUSE_MS) void look();
  };
  addEventListener('focus', onFocus);
  onScopeDispose(() => removeEventListener('focus', onFocus));

  return {
    waiting,
    taken,
    refresh: look,
    mergeNow: async () => {
      if (newest) await saving.takeNewer(newest);
    },
  };
}
