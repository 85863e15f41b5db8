import type { Messages } from '../messages.ts';

export default {
  'editors.entries': { one: '{count} entrada', other: '{count} entradas' },
  'editors.rating.of': '{value} de {of}',
  'editors.binary': 'Datos binarios, {size}',
} satisfies Messages;
