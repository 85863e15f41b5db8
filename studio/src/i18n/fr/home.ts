import type { Messages } from '../messages.ts';

export default {
  'home.hello': 'Bonjour, {name}.',
  'home.mine': 'Ce sur quoi vous avez travaillé',
  'home.changed': 'Ce qui a changé',
  'home.waiting': 'Ce qui attend',
  'home.nothingMine': 'Rien encore. Ce que vous écrirez apparaîtra ici.',
  'home.nothingChanged': 'Personne n’a rien modifié récemment.',
  'home.nothingWaiting': 'Rien ne vous attend.',
  'home.waitingElsewhere': {
    one: 'Regarder dans une collection de plus',
    other: 'Regarder dans {count} collections de plus',
  },
  'home.collections': 'Collections',
  'home.created': '{who} : créé {when}',
  'home.updated': '{who} : modifié {when}',
  'home.deleted': '{who} : supprimé {when}',
  'home.you': 'Vous',
  'home.new': 'Nouveau',
  'home.empty': 'Ce projet n’a pas encore de collections',
  'home.emptyHint': 'Dès qu’un administrateur en créera une et que votre rôle pourra la lire, elle apparaîtra ici.',
  'home.emptyHintMake': 'Créez-en une dans le modèle de données, et elle apparaîtra ici.',
  'home.someone': 'Quelqu’un',
  'home.mentions': 'Où l’on vous mentionne',
  'home.seen': 'Vu',
} satisfies Messages;
