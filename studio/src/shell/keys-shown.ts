import { ref } from 'vue';

/** Whether the list of keys is open. */
export const keysShown = ref(false);
