import type { Messages } from '../messages.ts';

export default {
  'preview.saved': 'Tal como está guardado.',
  'preview.unsaved': 'Tal como estaba guardado: faltan sus últimos cambios.',
  'preview.again': 'Volver a cargar',
  'preview.open': 'Abrir en otra pestaña',
  'preview.address': 'Dirección de la página',
  'preview.addressOf': 'Dónde se ve la vista previa de {collection}',
  'preview.hint': 'La página de su sitio que muestra un elemento. Se rellenan los campos y el token:',
  'preview.none': 'Aún no hay vista previa. Puede configurarla aquí quien administra el proyecto.',
  'preview.blocked':
    'La dirección se definió después de cargar esta página. Vuelva a cargarla para ver la vista previa.',
  'preview.loadPage': 'Volver a cargar la página',
  'preview.close': 'Cerrar la vista previa',
  'preview.frame': 'El elemento en su sitio',
} satisfies Messages;
