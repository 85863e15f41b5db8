import { addParts, loadMessages } from './messages.ts';

addParts(import.meta.glob('./*/why.ts'));

/** Loads the reasons for refusals, which no page needs before it shows. */
export const loadWhyTexts = (): Promise<void> => loadMessages('why');
