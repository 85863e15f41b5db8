import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';

/** The title of a new item until it has its own: "New article" if the language has a word for one, else "New item". */
export const newTitle = ({ one }: Pick<Collection, 'one'>): string => (one ? t('list.newOf', { one }) : t('list.new'));
