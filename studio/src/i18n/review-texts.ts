import { addParts, loadMessages } from './messages.ts';

addParts(import.meta.glob('./*/review.ts'));

/** Loads the texts about tasks and previews, which no page needs before it shows. */
export const loadReviewTexts = (): Promise<void> => loadMessages('review');
