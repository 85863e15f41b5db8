import { defineAsyncComponent } from 'vue';

/** The editor of documents, loaded for those that are not shown as rows. */
export default defineAsyncComponent(() => import('./json.vue'));
