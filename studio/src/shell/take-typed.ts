import type { Ref } from 'vue';

/** Sets `text` to what is typed until something has loaded, for the field that it shows. */
export function takeTyped(text: Ref<string>, loaded: Promise<unknown>): void {
  text.value = '';
  const take = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || !/^(.|Enter)$/.test(event.key)) return;
    if (event.key !== 'Enter') text.value += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', take, true);
  const stop = (): void => removeEventListener('keydown', take, true);
  loaded.then(stop, stop);
}
