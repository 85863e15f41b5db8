import { onScopeDispose, type Ref, ref, watch } from 'vue';

/** The width of an element in pixels; 0 until it is shown. */
export function useWidth(element: Ref<HTMLElement | null | undefined>): Ref<number> {
  const width = ref(0);
  const observer = new ResizeObserver(([entry]) => {
    width.value = entry?.contentRect.width ?? 0;
  });
  watch(
    element,
    (now, before) => {
      if (before) observer.unobserve(before);
      if (now) observer.observe(now);
    },
    { immediate: true, flush: 'post' },
  );
  onScopeDispose(() => observer.disconnect());
  return width;
}
