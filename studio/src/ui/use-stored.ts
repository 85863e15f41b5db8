import { type Reactive, type Ref, reactive, watch } from 'vue';

/** A form for stored values. Values that are read again replace only those that were not edited. */
export function useStored<T extends object>(
  stored: Readonly<Ref<T>>,
): Reactive<{ -readonly [name in keyof T]: T[name] }> {
  const form = reactive({ ...stored.value });
  watch(stored, (next, before) => Object.assign(form, followed(form as T, before, next)));
  return form;
}

/** The values of a form after the stored ones were read again: those that were not edited follow them. */
export function followed<T extends object>(shown: T, before: T, now: T): T {
  const names = Object.keys(shown) as (keyof T)[];
  const typed = names.filter((name) => shown[name] !== before[name]).map((name) => [name, shown[name]]);
  return { ...now, ...Object.fromEntries(typed) };
}
