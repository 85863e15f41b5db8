import { computed, type Ref, shallowRef, watch } from 'vue';

/** Input while it is typed: the value that it means may be written differently. */
export interface Draft {
  /** What the control shows. */
  readonly text: Ref<string>;
  readonly type: (text: string) => void;
  /** Called when the control loses the focus and shows the value again. Returns whether anything was typed. */
  readonly leave: () => boolean;
}

/** Keeps input separate from the value, until the control loses the focus or the value is changed elsewhere. */
export function useDraft(value: () => unknown, shown: () => string, send: (text: string) => void): Draft {
  const draft = shallowRef<string | null>(null);
  let isOurs = false;
  watch(
    value,
    () => {
      if (!isOurs) draft.value = null;
      isOurs = false;
    },
    { flush: 'sync' },
  );
  return {
    text: computed(() => draft.value ?? shown()),
    type(text) {
      draft.value = text;
      isOurs = true;
      send(text);
      queueMicrotask(() => {
        isOurs = false;
      });
    },
    leave() {
      const wasTyped = draft.value !== null;
      draft.value = null;
      return wasTyped;
    },
  };
}
