import type { Messages } from '../messages.ts';

/** Why something is refused. */
export default {
  'why.title': 'Por qué no se permite',
  'why.unknown': 'El servidor no indica el motivo.',
  'why.rule': 'Una regla de su rol: {rule}',
  'why.field': 'Su rol no puede modificar «{field}».',
  'why.create.none': 'Su rol no puede crear en {name}.',
  'why.create.mine': 'Su rol puede crear en {name}.',
  'why.create.role': 'Su rol puede crear en {name}.',
  'why.create.full': 'Su rol puede crear en {name}.',
  'why.read.none': 'Su rol no puede leer {name}.',
  'why.read.mine': 'Su rol solo lee sus propios elementos de {name}.',
  'why.read.role': 'Su rol solo lee sus propios elementos de {name}.',
  'why.read.full': 'Su rol lee todo {name}.',
  'why.update.none': 'Su rol no puede modificar {name}.',
  'why.update.mine': 'Su rol solo puede modificar sus propios elementos de {name}.',
  'why.update.role': 'Su rol solo puede modificar sus propios elementos de {name}.',
  'why.update.full': 'Su rol puede modificar todo {name}.',
  'why.delete.none': 'Su rol no puede eliminar en {name}.',
  'why.delete.mine': 'Su rol solo puede eliminar sus propios elementos de {name}.',
  'why.delete.role': 'Su rol solo puede eliminar sus propios elementos de {name}.',
  'why.delete.full': 'Su rol puede eliminar en {name}.',
} satisfies Messages;
