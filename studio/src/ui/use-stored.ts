import { type Reactive, type Ref, reactive, watch } from 'vue';

/** A form that shows what is stored. What is read anew replaces only what nobody has typed over. */
export function useStored<T extends object>(
  stored: Readonly<Ref<T>>,
): Reactive<{ -readonly [name in keyof T]: T[name] }> {
  const form = reactive({ ...stored.value });
  watch(stored, (next, before) => Object.assign(form, followed(form as T, before, next)));
  return form;
}

/** What a form shows once what is stored was read anew: what nobody has typed over follows it. */
export function followed<T extends object>(shown: T, before: T, now: T): T {
  const names = Object.keys(shown) as (keyof T)[];
  const typed = names.filter((name) => shown[name] !== before[name]).map((name) => [name, shown[name]]);
  return { ...now, ...Object.fromEntries(typed) };
}
