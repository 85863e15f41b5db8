import { nextTick, type Ref, useTemplateRef, watch } from 'vue';
import type { Search } from './use-search.ts';

interface Combobox {
  readonly highlightedElement: HTMLElement | undefined;
  readonly highlightFirstItem: () => void;
}

/**
 * What was found anew begins with its first: highlights it in the combobox of the template that is named `combobox`, unless somebody
 * has moved the highlight since they typed, and what they moved it to is still there.
 */
export function useFirstOption(search: Search, isOpen: Readonly<Ref<boolean>>): void {
  const combobox = useTemplateRef<Combobox>('combobox');
  let hasMoved = false;
  const highlighted = (): HTMLElement | undefined => combobox.value?.highlightedElement;
  const startOver = (): void => {
    hasMoved = false;
  };
  const note = (option: HTMLElement | undefined): void => {
    hasMoved ||= Boolean(option?.previousElementSibling);
  };
  watch([search.text, isOpen], startOver, { flush: 'sync' });
  watch(highlighted, note, { flush: 'sync' });
  watch(search.rows, async () => {
    await nextTick();
    const stays = hasMoved && highlighted()?.isConnected;
    if (isOpen.value && !stays) combobox.value?.highlightFirstItem();
  });
}
