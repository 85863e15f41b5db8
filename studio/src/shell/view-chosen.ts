import { ref } from 'vue';

/** Whether it is being asked as whom the project is to be seen. */
export const choosingView = ref(false);
