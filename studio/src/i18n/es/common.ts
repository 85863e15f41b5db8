import type { Messages } from '../messages.ts';

export default {
  'common.retry': 'Intentar de nuevo',
  'common.cancel': 'Cancelar',
  'common.close': 'Cerrar',
  'common.none': '—',
  'common.search': 'Buscar',
  'common.labelled': '{name}: {text}',
  'common.nothingFound': 'No se ha encontrado nada.',
  'error.offline': 'No se puede contactar con el servidor. Lo que ha escrito se conserva aquí.',
  'error.busy': 'El servidor está ocupado. Inténtelo de nuevo en un momento.',
  'error.denied': 'Su rol no lo permite.',
  'error.gone': 'Ya no existe, o su rol no se lo muestra.',
  'error.unknown': 'No ha funcionado: {message}',
} satisfies Messages;
