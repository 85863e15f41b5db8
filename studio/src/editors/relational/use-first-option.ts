import { nextTick, type Ref, useTemplateRef, watch } from 'vue';
import type { Search } from './use-search.ts';

/** What was found anew begins with its first: highlights it in the combobox of the template that is named `combobox`. */
export function useFirstOption(search: Search, isOpen: Readonly<Ref<boolean>>): void {
  const combobox = useTemplateRef<{ highlightFirstItem: () => void }>('combobox');
  watch(search.rows, async () => {
    await nextTick();
    if (isOpen.value) combobox.value?.highlightFirstItem();
  });
}
