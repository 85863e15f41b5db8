import type { Messages } from '../messages.ts';

export default {
  'common.save': 'Guardar',
  'common.delete': 'Eliminar',
  'common.undo': 'Deshacer',
  'common.loading': 'Cargando',
  'common.more': 'Más',
  'common.yes': 'Sí',
  'common.no': 'No',
} satisfies Messages;
