import { defineAsyncComponent } from 'vue';

/** The editor of documents, loaded when one is there that has no rows. */
export default defineAsyncComponent(() => import('./json.vue'));
