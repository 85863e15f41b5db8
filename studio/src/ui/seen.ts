import { onMounted, onScopeDispose, type Ref, ref } from 'vue';

/** Whether an element has come into sight, or near it: what it shows is not needed before. */
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
