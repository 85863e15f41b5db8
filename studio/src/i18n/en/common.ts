import type { Messages } from '../messages.ts';

/** Texts that several rooms use. */
export default {
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.save': 'Save',
  'common.delete': 'Delete',
  'common.undo': 'Undo',
  'common.retry': 'Try again',
  'common.loading': 'Loading',
  'common.more': 'More',
  'common.none': '—',
  'common.yes': 'Yes',
  'common.no': 'No',
  'common.search': 'Search',
  'common.labelled': '{name}: {text}',
  'common.nothingFound': 'Nothing found.',
  'error.offline': 'The server cannot be reached. What you typed is kept here.',
  'error.busy': 'The server is busy. Try again in a moment.',
  'error.denied': 'Your role does not allow this.',
  'error.gone': 'This no longer exists, or your role does not show it to you.',
  'error.unnameable':
    'Studio can neither open nor change this item: its key contains a comma, or consists of dots, which addresses cannot express.',
  'error.unknown': 'That did not work: {message}',
} satisfies Messages;
