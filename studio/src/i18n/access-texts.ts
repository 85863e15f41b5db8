import { addParts, loadMessages } from './messages.ts';

addParts(import.meta.glob('./*/access.ts'));

/** Loads the texts of proving who one is, which most pages need only once a session has ended. */
export const loadAccessTexts = (): Promise<void> => loadMessages('access');
