import type { Messages } from '../messages.ts';

/** Why something is refused. */
export default {
  'why.title': 'Warum das nicht geht',
  'why.unknown': 'Der Server nennt keinen Grund.',
  'why.rule': 'Eine Regel Ihrer Rolle: {rule}',
  'why.field': 'Ihre Rolle darf „{field}“ nicht ändern.',
  'why.create.none': 'Ihre Rolle darf in „{name}“ nichts anlegen.',
  'why.create.mine': 'Ihre Rolle darf in „{name}“ anlegen.',
  'why.create.role': 'Ihre Rolle darf in „{name}“ anlegen.',
  'why.create.full': 'Ihre Rolle darf in „{name}“ anlegen.',
  'why.read.none': 'Ihre Rolle darf „{name}“ nicht lesen.',
  'why.read.mine': 'Ihre Rolle liest in „{name}“ nur eigene Einträge.',
  'why.read.role': 'Ihre Rolle liest in „{name}“ nur eigene Einträge.',
  'why.read.full': 'Ihre Rolle liest alles in „{name}“.',
  'why.update.none': 'Ihre Rolle darf „{name}“ nicht ändern.',
  'why.update.mine': 'Ihre Rolle darf in „{name}“ nur eigene Einträge ändern.',
  'why.update.role': 'Ihre Rolle darf in „{name}“ nur eigene Einträge ändern.',
  'why.update.full': 'Ihre Rolle darf alles in „{name}“ ändern.',
  'why.delete.none': 'Ihre Rolle darf in „{name}“ nichts löschen.',
  'why.delete.mine': 'Ihre Rolle darf in „{name}“ nur eigene Einträge löschen.',
  'why.delete.role': 'Ihre Rolle darf in „{name}“ nur eigene Einträge löschen.',
  'why.delete.full': 'Ihre Rolle darf in „{name}“ löschen.',
} satisfies Messages;
