import { computed, type InjectionKey, inject, type Ref, shallowReactive, shallowRef } from 'vue';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import { isSame } from '../model/same.ts';

export type Values = Readonly<Record<string, unknown>>;

/** An item that is being edited: what is stored, what was changed, and what is wrong. */
export interface Form {
  readonly collection: Collection;
  /** The item's key; null while it is new. */
  readonly key: Ref<string | null>;
  /** The item as it was read, related items included. */
  readonly stored: Ref<Values>;
  /** What a save sends: changed fields only. */
  readonly edits: Values;
  /** Stored values with the edits over them. Lists of related items are left as they are stored. */
  readonly values: Ref<Values>;
  readonly isDirty: Ref<boolean>;
  /** What is wrong with fields, by name. */
  readonly errors: Record<string, string>;
  set: (field: string, value: unknown) => void;
  /** Sets the item that was read or saved; edits are kept only if `keep` is given. */
  take: (key: string | null, stored: Values, keep?: Values) => void;
  /** The value that an editor shows: for a relation, what a save would send. */
  valueOf: (field: Field) => unknown;
}

/** Makes a form for an item of a collection; a new one begins with the fields' default values. */
export function makeForm(collection: Collection): Form {
  const key = shallowRef<string | null>(null);
  const stored = shallowRef<Values>(defaultsOf(collection));
  const edits = shallowReactive<Record<string, unknown>>({});
  const errors = shallowReactive<Record<string, string>>({});
  const lists = new Set(collection.fields.filter(({ isAlias }) => isAlias).map(({ name }) => name));
  const changed = (): Values => Object.fromEntries(Object.entries(edits).filter(([name]) => !lists.has(name)));

  function set(field: string, value: unknown): void {
    if (value === undefined || (!lists.has(field) && isSame(value, stored.value[field]))) delete edits[field];
    else edits[field] = value;
    delete errors[field];
  }

  function take(next: string | null, item: Values, keep: Values = {}): void {
    key.value = next;
    stored.value = item;
    for (const name of Object.keys(edits)) delete edits[name];
    for (const name of Object.keys(errors)) delete errors[name];
    for (const [name, value] of Object.entries(keep)) set(name, value);
  }

  return {
    collection,
    key,
    stored,
    edits,
    values: computed(() => ({ ...stored.value, ...changed() })),
    isDirty: computed(() => Object.keys(edits).length > 0),
    errors,
    set,
    take,
    valueOf: ({ name, isAlias, relation }) =>
      name in edits ? edits[name] : isAlias || relation ? undefined : stored.value[name],
  };
}

/** The values that a new item begins with, as the schema says. */
export const defaultsOf = ({ fields }: Collection): Values =>
  Object.fromEntries(
    fields
      .filter(({ isAlias, isKey, defaultValue }) => !isAlias && !isKey && defaultValue !== null)
      .map(({ name, defaultValue }) => [name, defaultValue]),
  );

export const formKey: InjectionKey<Form> = Symbol('form');

/** The form around an editor. */
export function useForm(): Form {
  const form = inject(formKey);
  if (!form) throw new Error('there is no form above this component');
  return form;
}
