import type { Messages } from '../messages.ts';

/** Why something is refused. */
export default {
  'why.title': 'Why this is refused',
  'why.unknown': 'The server does not say why.',
  'why.rule': 'A rule of your role: {rule}',
  'why.field': 'Your role may not write “{field}”.',
  'why.create.none': 'Your role may not create items in {name}.',
  'why.create.mine': 'Your role may create items in {name}.',
  'why.create.role': 'Your role may create items in {name}.',
  'why.create.full': 'Your role may create items in {name}.',
  'why.read.none': 'Your role may not read {name}.',
  'why.read.mine': 'Your role reads only its own items of {name}.',
  'why.read.role': 'Your role reads only its own items of {name}.',
  'why.read.full': 'Your role reads all of {name}.',
  'why.update.none': 'Your role may not change {name}.',
  'why.update.mine': 'Your role may change only its own items of {name}.',
  'why.update.role': 'Your role may change only its own items of {name}.',
  'why.update.full': 'Your role may change all of {name}.',
  'why.delete.none': 'Your role may not delete from {name}.',
  'why.delete.mine': 'Your role may delete only its own items of {name}.',
  'why.delete.role': 'Your role may delete only its own items of {name}.',
  'why.delete.full': 'Your role may delete from {name}.',
} satisfies Messages;
