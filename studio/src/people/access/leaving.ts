import { t } from '../../i18n/messages.ts';
import type { Asked } from '../../item/asked.ts';

/** The question before the page of a role is left with changes that are not saved. */
export const leavingRole = (role: string): Asked => ({
  title: t('people.leaveTitle'),
  text: t('people.leaveText', { role }),
  choices: [
    { value: 'discard', label: t('people.discard'), look: 'danger' },
    { value: 'stay', label: t('people.stay'), look: 'primary' },
  ],
});
