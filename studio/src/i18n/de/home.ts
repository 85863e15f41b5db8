import type { Messages } from '../messages.ts';

export default {
  'home.hello': 'Guten Tag, {name}.',
  'home.mine': 'Woran Sie gearbeitet haben',
  'home.changed': 'Was sich geändert hat',
  'home.waiting': 'Was wartet',
  'home.nothingMine': 'Noch nichts. Was Sie schreiben, steht dann hier.',
  'home.nothingChanged': 'In letzter Zeit hat niemand etwas geändert.',
  'home.nothingWaiting': 'Nichts wartet auf Sie.',
  'home.waitingElsewhere': {
    one: 'In einer weiteren Sammlung nachsehen',
    other: 'In {count} weiteren Sammlungen nachsehen',
  },
  'home.collections': 'Sammlungen',
  'home.created': '{who}: angelegt {when}',
  'home.updated': '{who}: geändert {when}',
  'home.deleted': '{who}: gelöscht {when}',
  'home.you': 'Sie',
  'home.new': 'Neu',
  'home.empty': 'Dieses Projekt hat noch keine Sammlungen',
  'home.emptyHint': 'Sobald jemand aus der Verwaltung eine anlegt und Ihre Rolle sie lesen darf, erscheint sie hier.',
  'home.emptyHintMake': 'Legen Sie im Datenmodell eine an, dann erscheint sie hier.',
  'home.someone': 'Jemand',
  'home.mentions': 'Wo Sie erwähnt werden',
  'home.seen': 'Gesehen',
} satisfies Messages;
