import type { Messages } from '../messages.ts';

export default {
  'home.hello': 'Good day, {name}.',
  'home.mine': 'What you worked on',
  'home.changed': 'What changed',
  'home.waiting': 'What waits',
  'home.nothingMine': 'Nothing yet. What you write will be here.',
  'home.nothingChanged': 'Nobody has changed anything lately.',
  'home.nothingWaiting': 'Nothing is waiting for you.',
  'home.waitingElsewhere': { one: 'Look in one more collection', other: 'Look in {count} more collections' },
  'home.collections': 'Collections',
  'home.created': '{who} created it {when}',
  'home.updated': '{who} changed it {when}',
  'home.deleted': '{who} deleted it {when}',
  'home.you': 'You',
  'home.new': 'New',
  'home.empty': 'No collections yet',
  'home.emptyHint': 'As soon as an administrator creates one that your role may read, it appears here.',
  'home.emptyHintMake': 'Create one in the data model, and it appears here.',
  'home.someone': 'Somebody',
  'home.mentions': 'Mentions of you',
  'home.seen': 'Mark as read',
} satisfies Messages;
