import { loadReviewTexts } from '../i18n/review-texts.ts';

/** The tasks of an item, with their texts. */
export async function loadTaskPane() {
  await loadReviewTexts();
  return import('./task-pane.vue');
}

/** The tasks that wait for the reader, with their texts. */
export async function loadWaitingTasks() {
  await loadReviewTexts();
  return import('./waiting-tasks.vue');
}
