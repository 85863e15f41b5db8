import { computed, type Ref, ref, watch } from 'vue';
import { useProject } from '../../api/project.ts';
import { useForm } from '../../item/form.ts';
import type { EditorProps } from '../editor.ts';
import { type Key, keyOf, type Row } from './changes.ts';
import { edited, type One, oneOf, picked } from './one.ts';
import type { Related } from './related.ts';
import { useKeptKey } from './use-kept-key.ts';
import { useKnown } from './use-known.ts';

/** The one related item of a field, and actions on it. */
export interface OneItem {
  readonly one: Readonly<Ref<One>>;
  readonly stored: Readonly<Ref<unknown>>;
  readonly may: { readonly read: boolean; readonly create: boolean; readonly update: boolean };
  readonly pick: (item: Row | null) => void;
  /** The open drawer, with its item and pending values; null while none is open. */
  readonly drawer: Ref<{ readonly key: Key | null; readonly pending: Row; readonly before: unknown } | null>;
  readonly openNew: (values?: Row) => void;
  readonly openItem: () => void;
  readonly edit: (values: Row) => void;
  readonly discard: () => void;
}

/** Keeps the one related item of a field in its value. */
export function useOne(props: EditorProps & { readonly related: Related }, emit: (value: unknown) => void): OneItem {
  const form = useForm();
  const { permissions } = useProject();
  const { collection, key, paths } = props.related;
  const id = { name: key, isGenerated: collection.key.isGenerated };
  const known = useKnown(collection.name, key, paths);
  const kept = useKeptKey(props.field);
  const stored = computed(() => form.stored.value[props.field.name] ?? kept());
  const one = computed(() => oneOf(stored.value, props.modelValue, id, known.get));
  const drawer = ref<OneItem['drawer']['value']>(null);

  /** Reads an item of which only the key is known. */
  watch(
    [stored, () => props.modelValue],
    ([before, value]) => {
      const current = value === undefined ? before : value;
      const found = keyOf(current, key);
      const isExpanded = value === undefined && typeof current === 'object' && Object.keys(current ?? {}).length > 1;
      const isStored = value !== undefined && found !== null && String(found) === String(keyOf(before, key));
      if (found !== null && !isExpanded && !(isStored && typeof before === 'object')) void known.need([found]);
    },
    { immediate: true },
  );

  function pick(item: Row | null): void {
    if (item) known.note([item]);
    emit(picked(stored.value, item === null ? null : (item[key] as Key), id));
  }

  return {
    one,
    stored,
    may: {
      read: permissions.may('read', collection.name),
      create: permissions.may('create', collection.name) && collection.name !== 'directus_files',
      update: permissions.may('update', collection.name),
    },
    pick,
    drawer,
    openNew: (values = {}) => {
      const pending = one.value.kind === 'new' ? one.value.pending : values;
      drawer.value = { key: null, pending, before: props.modelValue };
    },
    openItem: () => {
      const { kind, key: current, pending } = one.value;
      drawer.value = { key: kind === 'new' ? null : current, pending, before: props.modelValue };
    },
    edit: (values) => emit(edited(stored.value, drawer.value?.key ?? null, values, id)),
    discard: () => {
      emit(drawer.value?.before);
      drawer.value = null;
    },
  };
}
