import { type ComputedRef, computed, type Ref, watch } from 'vue';
import type { Form } from './form.ts';
import type { Saving } from './saving.ts';

/**
 * Whether a sheet takes no input while its item is saved. It does not where related items are saved too: new ones have no keys until
 * then, so that what is typed into them meanwhile could not be told from further ones. The focus comes back afterwards.
 */
export function useHolding(form: Form, saving: Saving, sheet: Readonly<Ref<HTMLElement | null>>): ComputedRef<boolean> {
  const isHeld = computed(() => saving.busy.value && Object.values(form.edits).some(isNested));
  let focused: Element | null = null;
  watch(isHeld, (held) => {
    if (held) focused = document.activeElement;
  });
  watch(
    isHeld,
    (held) => {
      const isLost = !held && document.activeElement === document.body;
      if (isLost && focused instanceof HTMLElement && sheet.value?.contains(focused))
        focused.focus({ preventScroll: true });
    },
    { flush: 'post' },
  );
  return isHeld;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
