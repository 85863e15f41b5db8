import { loadReviewTexts } from '../i18n/review-texts.ts';

/** The pane that shows an item on its site, with its texts. */
export async function loadPreviewPane() {
  await loadReviewTexts();
  return import('./preview-pane.vue');
}
