import type { Messages } from '../messages.ts';

export default {
  'editors.entries': { one: '{count} entrée', other: '{count} entrées' },
  'editors.rating.of': '{value} sur {of}',
  'editors.binary': 'Données binaires, {size}',
} satisfies Messages;
