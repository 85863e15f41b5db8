import { onScopeDispose, reactive, watch } from 'vue';
import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { type Form, useForm } from '../../item/form.ts';
import type { Field } from '../../model/field.ts';
import type { Key } from './changes.ts';

/** Keys of related items that were read as null, because they are missing or may not be read. */
interface Kept {
  readonly keys: Record<string, Key | null>;
  readonly ask: (field: string) => void;
}

const forms = new WeakMap<Form, Kept>();

/**
 * The key in a field whose related item could not be read: one request for all such fields of a form. An item that is read
 * together with its related items does not show the key of a missing one.
 */
export function useKeptKey(field: Field): () => Key | null {
  const { client, permissions } = useProject();
  const form = useForm();
  const kept = forms.get(form) ?? makeKept(form, (fields) => readKeys(form, fields));
  forms.set(form, kept);

  async function readKeys(of: Form, fields: readonly string[]): Promise<Record<string, Key | null>> {
    const found = await itemsOf(client, of.collection.name).get(of.key.value ?? '', { fields: [...fields] });
    return found as Record<string, Key | null>;
  }

  const stop = watch(
    form.stored,
    (stored) => {
      // Nothing is hidden from administrators.
      if (!permissions.isAdministrator && form.key.value !== null && stored[field.name] === null) kept.ask(field.name);
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return () => (form.stored.value[field.name] === null ? (kept.keys[field.name] ?? null) : null);
}

function makeKept(form: Form, read: (fields: readonly string[]) => Promise<Record<string, Key | null>>): Kept {
  const keys = reactive<Record<string, Key | null>>({});
  const waiting = new Set<string>();
  let stored = form.stored.value;

  async function flush(): Promise<void> {
    const fields = [...waiting];
    waiting.clear();
    try {
      Object.assign(keys, await read(fields));
    } catch (error) {
      noticeFailure(error);
    }
  }

  function ask(field: string): void {
    if (stored !== form.stored.value) for (const name of Object.keys(keys)) delete keys[name];
    stored = form.stored.value;
    if (waiting.size === 0) setTimeout(flush);
    waiting.add(field);
  }
  return { keys, ask };
}
