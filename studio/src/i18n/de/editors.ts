import type { Messages } from '../messages.ts';

export default {
  'editors.entries': { one: '{count} Eintrag', other: '{count} Einträge' },
  'editors.rating.of': '{value} von {of}',
  'editors.binary': 'Binärdaten, {size}',
} satisfies Messages;
