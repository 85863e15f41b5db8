import type { Messages } from '../messages.ts';

export default {
  'common.cancel': 'Cancelar',
  'common.close': 'Cerrar',
  'common.save': 'Guardar',
  'common.delete': 'Eliminar',
  'common.undo': 'Deshacer',
  'common.retry': 'Intentar de nuevo',
  'common.loading': 'Cargando',
  'common.more': 'Más',
  'common.none': '—',
  'common.yes': 'Sí',
  'common.no': 'No',
  'common.search': 'Buscar',
  'common.labelled': '{name}: {text}',
  'common.nothingFound': 'No se ha encontrado nada.',
  'error.offline': 'No se puede contactar con el servidor. Lo que ha escrito se conserva aquí.',
  'error.busy': 'El servidor está ocupado. Inténtelo de nuevo en un momento.',
  'error.denied': 'Su rol no lo permite.',
  'error.gone': 'Ya no existe, o su rol no se lo muestra.',
  'error.unnameable':
    'Studio no puede abrir ni cambiar este elemento: su clave contiene una coma o se compone de puntos, lo que no se puede expresar en una dirección.',
  'error.unknown': 'No ha funcionado: {message}',
} satisfies Messages;
