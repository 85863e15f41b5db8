import { type Ref, readonly, ref } from 'vue';

const query = matchMedia('(max-width: 640px)');
const narrow = ref(query.matches);
query.addEventListener('change', () => {
  narrow.value = query.matches;
});

/** Whether the window is as narrow as a phone. */
export const isNarrow: Readonly<Ref<boolean>> = readonly(narrow);
