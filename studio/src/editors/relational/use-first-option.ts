import { nextTick, type Ref, useTemplateRef, watch } from 'vue';
import type { Search } from './use-search.ts';

interface Combobox {
  readonly highlightedElement: HTMLElement | undefined;
  readonly highlightFirstItem: () => void;
}

/**
 * Highlights the first of new results in the combobox that the template names `combobox`, unless the user has moved the
 * highlight since typing, to an option that still exists.
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
