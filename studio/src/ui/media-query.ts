import { onScopeDispose, type Ref, ref } from 'vue';

/** Whether the window fits a media query, now and when that changes. */
export function useMediaQuery(query: string): Ref<boolean> {
  const list = matchMedia(query);
  const fits = ref(list.matches);
  const follow = ({ matches }: MediaQueryListEvent): void => {
    fits.value = matches;
  };
  list.addEventListener('change', follow);
  onScopeDispose(() => list.removeEventListener('change', follow));
  return fits;
}
