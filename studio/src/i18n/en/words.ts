import type { Messages } from '../messages.ts';

/** Words that several rooms of a project use. */
export default {
  'common.save': 'Save',
  'common.delete': 'Delete',
  'common.undo': 'Undo',
  'common.loading': 'Loading',
  'common.more': 'More',
  'common.yes': 'Yes',
  'common.no': 'No',
} satisfies Messages;
