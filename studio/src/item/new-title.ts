import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';

/** What a new item is called until it has a title: "New article" where the language has a word for one, else "New item". */
export const newTitle = ({ one }: Pick<Collection, 'one'>): string => (one ? t('list.newOf', { one }) : t('list.new'));
