import { type Reactive, type Ref, reactive, watch } from 'vue';

/** A form that shows what is stored. What is read anew replaces only what nobody has typed over. */
export function useStored<T extends object>(
  stored: Readonly<Ref<T>>,
): Reactive<{ -readonly [name in keyof T]: T[name] }> {
  const form = reactive({ ...stored.value });
  const shown = form as T;
  watch(stored, (next, before) => {
    const untouched = (Object.keys(next) as (keyof T)[]).filter((name) => shown[name] === before[name]);
    for (const name of untouched) shown[name] = next[name];
  });
  return form;
}
