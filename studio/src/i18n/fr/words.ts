import type { Messages } from '../messages.ts';

export default {
  'common.save': 'Enregistrer',
  'common.delete': 'Supprimer',
  'common.undo': 'Annuler l’action',
  'common.loading': 'Chargement',
  'common.more': 'Plus',
  'common.yes': 'Oui',
  'common.no': 'Non',
} satisfies Messages;
