import { onMounted, onScopeDispose, type Ref, ref } from 'vue';

/** Whether an element has been in the viewport or near it, so that what it shows can be loaded lazily. */
export function useSeen(element: Readonly<Ref<Element | null>>): Readonly<Ref<boolean>> {
  const isSeen = ref(false);
  const look = (entries: readonly IntersectionObserverEntry[]): void => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) isSeen.value = true;
    if (isSeen.value) observer.disconnect();
  };
  const observer = new IntersectionObserver(look, { rootMargin: '200px' });
  onMounted(() => element.value && observer.observe(element.value));
  onScopeDispose(() => observer.disconnect());
  return isSeen;
}
