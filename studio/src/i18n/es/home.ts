import type { Messages } from '../messages.ts';

export default {
  'home.hello': 'Buenos días, {name}.',
  'home.mine': 'En qué ha trabajado',
  'home.changed': 'Qué ha cambiado',
  'home.waiting': 'Qué está pendiente',
  'home.nothingMine': 'Nada todavía. Lo que escriba aparecerá aquí.',
  'home.nothingChanged': 'Nadie ha cambiado nada últimamente.',
  'home.nothingWaiting': 'No hay nada pendiente.',
  'home.waitingElsewhere': { one: 'Mirar en una colección más', other: 'Mirar en {count} colecciones más' },
  'home.collections': 'Colecciones',
  'home.created': '{who}: creado {when}',
  'home.updated': '{who}: modificado {when}',
  'home.deleted': '{who}: eliminado {when}',
  'home.you': 'Usted',
  'home.new': 'Nuevo',
  'home.empty': 'Este proyecto aún no tiene colecciones',
  'home.emptyHint': 'En cuanto un administrador cree una y su rol pueda leerla, aparecerá aquí.',
  'home.emptyHintMake': 'Cree una en el modelo de datos y aparecerá aquí.',
  'home.someone': 'Alguien',
  'home.mentions': 'Menciones de usted',
  'home.seen': 'Visto',
} satisfies Messages;
