import type { Messages } from '../messages.ts';

export default {
  'shell.skip': 'Ir al contenido',
  'shell.sections': 'Secciones',
  'shell.home': 'Inicio',
  'shell.content': 'Contenido',
  'shell.files': 'Archivos',
  'shell.me': 'Usted',
  'shell.menu': 'Menú',
  'shell.collections': 'Colecciones',
  'shell.pages': 'Páginas',
  'shell.ended': 'Su sesión ha terminado',
  'shell.endedHint': 'Inicie sesión para continuar. Lo que ha escrito sigue aquí.',
  'shell.signIn': 'Iniciar sesión',
  'shell.password': 'Contraseña',
  'shell.otp': 'Código de un solo uso',
  'shell.notFound': 'Esta página no existe',
  'shell.notFoundHint': 'Puede que se haya movido, o que su rol no se la muestre.',
  'shell.back': 'Volver al inicio',
  'shell.noProject': 'Studio no puede abrir este proyecto',
} satisfies Messages;
