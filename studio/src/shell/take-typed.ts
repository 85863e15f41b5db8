import type { Ref } from 'vue';

/** Sets `text` to what is typed until something has loaded, for the field that it shows. */
export function takeTyped(text: Ref<string>, loaded: Promise<unknown>): void {
  text.value = '';
  const take = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || !/^(.|Backspace|Enter)$/u.test(key)) return;
    if (key === 'Backspace') text.value = text.value.slice(0, -1);
    else if (key !== 'Enter') text.value += key;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', take, true);
  const stop = (): void => removeEventListener('keydown', take, true);
  loaded.then(stop, stop);
}
