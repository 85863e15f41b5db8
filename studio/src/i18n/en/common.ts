import type { Messages } from '../messages.ts';

/** Texts that several rooms use. */
export default {
  'common.retry': 'Try again',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.none': '—',
  'common.search': 'Search',
  'common.labelled': '{name}: {text}',
  'common.nothingFound': 'Nothing found.',
  'error.offline': 'The server cannot be reached. What you typed is kept here.',
  'error.busy': 'The server is busy. Try again in a moment.',
  'error.denied': 'Your role does not allow this.',
  'error.gone': 'This no longer exists, or your role does not show it to you.',
  'error.unknown': 'That did not work: {message}',
} satisfies Messages;
