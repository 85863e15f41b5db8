import type { Messages } from '../messages.ts';

export default {
  'common.cancel': 'Annuler',
  'common.close': 'Fermer',
  'common.save': 'Enregistrer',
  'common.delete': 'Supprimer',
  'common.undo': 'Annuler l’action',
  'common.retry': 'Réessayer',
  'common.loading': 'Chargement',
  'common.more': 'Plus',
  'common.none': '—',
  'common.yes': 'Oui',
  'common.no': 'Non',
  'common.search': 'Rechercher',
  'common.labelled': '{name} : {text}',
  'common.nothingFound': 'Aucun résultat.',
  'error.offline': 'Le serveur est injoignable. Ce que vous avez écrit est conservé ici.',
  'error.busy': 'Le serveur est occupé. Réessayez dans un instant.',
  'error.denied': 'Votre rôle ne le permet pas.',
  'error.gone': 'Cet élément n’existe plus, ou votre rôle ne vous le montre pas.',
  'error.unnameable':
    'Studio ne peut ni ouvrir ni modifier cet élément : sa clé contient une virgule ou se compose de points, ce qu’une adresse ne peut pas exprimer.',
  'error.unknown': 'Cela n’a pas fonctionné : {message}',
} satisfies Messages;
