import type { Messages } from '../messages.ts';

export default {
  'editors.entries': { one: '{count} entry', other: '{count} entries' },
  'editors.rating.of': '{value} of {of}',
  'editors.binary': 'Binary data, {size}',
} satisfies Messages;
