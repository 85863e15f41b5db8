import type { Messages } from '../messages.ts';

/** Why something is refused. */
export default {
  'why.title': 'Pourquoi c’est refusé',
  'why.unknown': 'Le serveur n’en donne pas la raison.',
  'why.rule': 'Une règle de votre rôle : {rule}',
  'why.field': 'Votre rôle ne peut pas modifier « {field} ».',
  'why.create.none': 'Votre rôle ne peut rien créer dans {name}.',
  'why.create.mine': 'Votre rôle peut créer dans {name}.',
  'why.create.role': 'Votre rôle peut créer dans {name}.',
  'why.create.full': 'Votre rôle peut créer dans {name}.',
  'why.read.none': 'Votre rôle ne peut pas lire {name}.',
  'why.read.mine': 'Votre rôle ne lit que ses propres éléments dans {name}.',
  'why.read.role': 'Votre rôle ne lit que ses propres éléments dans {name}.',
  'why.read.full': 'Votre rôle lit tout {name}.',
  'why.update.none': 'Votre rôle ne peut pas modifier {name}.',
  'why.update.mine': 'Votre rôle ne peut modifier que ses propres éléments dans {name}.',
  'why.update.role': 'Votre rôle ne peut modifier que ses propres éléments dans {name}.',
  'why.update.full': 'Votre rôle peut tout modifier dans {name}.',
  'why.delete.none': 'Votre rôle ne peut rien supprimer dans {name}.',
  'why.delete.mine': 'Votre rôle ne peut supprimer que ses propres éléments dans {name}.',
  'why.delete.role': 'Votre rôle ne peut supprimer que ses propres éléments dans {name}.',
  'why.delete.full': 'Votre rôle peut supprimer dans {name}.',
} satisfies Messages;
