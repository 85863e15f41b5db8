import { ref } from 'vue';

/** Whether the dialog that chooses a view is open. */
export const choosingView = ref(false);
