import { loadReviewTexts } from '../i18n/review-texts.ts';

/** The tasks of an item, with their texts. */
export async function loadTaskPane() {
  await loadReviewTexts();
  return import('./task-pane.vue');
}

/** The number of tasks that wait for the user, with its text. */
export async function loadWaitingCount() {
  await loadReviewTexts();
  return import('./waiting-count.vue');
}

/** The tasks that wait for the user, with their texts. */
export async function loadWaitingTasks() {
  await loadReviewTexts();
  return import('./waiting-tasks.vue');
}
