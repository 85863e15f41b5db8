import type { Messages } from '../messages.ts';

export default {
  'schedules.title': 'Programmer',
  'schedules.text':
    'Le statut change de lui-même au moment choisi, comme si vous le changiez alors. Si vous n’en avez plus le droit d’ici là, il reste inchangé.',
  'schedules.what': 'Ce qui doit se passer',
  'schedules.publish': 'Publier',
  'schedules.withdraw': 'Retirer',
  'schedules.status': 'L’élément devient',
  'schedules.when': 'Jour et heure',
  'schedules.zone': 'À l’heure de {zone}.',
  'schedules.unsaved': 'Ce que vous n’avez pas encore enregistré n’en fera pas partie.',
  'schedules.send': 'Programmer',
  'schedules.done': 'Programmé pour le {when}.',
  'schedules.past': 'Choisissez un moment à venir.',
  'schedules.plan': 'Programmer…',
  'schedules.waits': 'Devient « {status} » le {when}.',
  'schedules.waitsForYou': 'Devient « {status} » le {when}, comme vous l’avez programmé.',
  'schedules.refused': 'N’est pas devenu « {status} » le {when}.',
  'schedules.again': 'Programmer à nouveau',
  'schedules.dismiss': 'Ignorer',
  'schedules.remove': 'Annuler la programmation',
} satisfies Messages;
