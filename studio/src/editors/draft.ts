import { computed, type Ref, shallowRef, watch } from 'vue';

/** What a person types, while it is typed: the value that it means may be written in another way. */
export interface Draft {
  /** What the control shows. */
  readonly text: Ref<string>;
  readonly type: (text: string) => void;
  /** The control was left: it shows the value again. Says whether anything was typed. */
  readonly leave: () => boolean;
}

/** Keeps what is typed apart from the value, until the control is left or the value changes from elsewhere. */
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
