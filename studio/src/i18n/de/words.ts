import type { Messages } from '../messages.ts';

export default {
  'common.save': 'Speichern',
  'common.delete': 'Löschen',
  'common.undo': 'Rückgängig',
  'common.loading': 'Wird geladen',
  'common.more': 'Mehr',
  'common.yes': 'Ja',
  'common.no': 'Nein',
} satisfies Messages;
