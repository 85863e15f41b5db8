import type { Messages } from '../messages.ts';

export default {
  'common.retry': 'Réessayer',
  'common.cancel': 'Annuler',
  'common.close': 'Fermer',
  'common.none': '—',
  'common.search': 'Rechercher',
  'common.labelled': '{name} : {text}',
  'common.nothingFound': 'Aucun résultat.',
  'error.offline': 'Le serveur est injoignable. Ce que vous avez écrit est conservé ici.',
  'error.busy': 'Le serveur est occupé. Réessayez dans un instant.',
  'error.denied': 'Votre rôle ne le permet pas.',
  'error.gone': 'Cet élément n’existe plus, ou votre rôle ne vous le montre pas.',
  'error.unknown': 'Cela n’a pas fonctionné : {message}',
} satisfies Messages;
