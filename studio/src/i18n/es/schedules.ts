import type { Messages } from '../messages.ts';

export default {
  'schedules.title': 'Programar',
  'schedules.text':
    'El estado cambia por sí solo en el momento que elija, como si lo cambiara usted entonces. Si para entonces ya no puede hacerlo, queda como está.',
  'schedules.what': 'Qué debe ocurrir',
  'schedules.publish': 'Publicar',
  'schedules.withdraw': 'Retirar',
  'schedules.status': 'El elemento pasa a',
  'schedules.when': 'Día y hora',
  'schedules.zone': 'Según el reloj de {zone}.',
  'schedules.unsaved': 'Lo que aún no ha guardado no se incluirá.',
  'schedules.send': 'Programar',
  'schedules.done': 'Programado para el {when}.',
  'schedules.past': 'Elija un momento futuro.',
  'schedules.plan': 'Programar…',
  'schedules.waits': 'Pasa a «{status}» el {when}.',
  'schedules.waitsForYou': 'Pasa a «{status}» el {when}, como usted programó.',
  'schedules.refused': 'No pasó a «{status}» el {when}.',
  'schedules.again': 'Programar de nuevo',
  'schedules.dismiss': 'Descartar',
  'schedules.remove': 'Cancelar la programación',
} satisfies Messages;
