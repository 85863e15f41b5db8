import type { Messages } from '../messages.ts';

export default {
  'schedules.title': 'Zeitplan',
  'schedules.text':
    'Der Status ändert sich zum gewählten Zeitpunkt von selbst, so als hätten Sie ihn dann geändert. Dürfen Sie das bis dahin nicht mehr, bleibt er, wie er ist.',
  'schedules.what': 'Was soll geschehen',
  'schedules.publish': 'Veröffentlichen',
  'schedules.withdraw': 'Zurückziehen',
  'schedules.status': 'Der Eintrag wird',
  'schedules.when': 'Tag und Uhrzeit',
  'schedules.zone': 'Nach der Uhr von {zone}.',
  'schedules.unsaved': 'Was Sie noch nicht gespeichert haben, gehört nicht dazu.',
  'schedules.send': 'Einplanen',
  'schedules.done': 'Eingeplant für {when}.',
  'schedules.past': 'Wählen Sie einen künftigen Zeitpunkt.',
  'schedules.plan': 'Einplanen…',
  'schedules.waits': 'Wird am {when} zu „{status}“.',
  'schedules.waitsForYou': 'Wird am {when} zu „{status}“, wie von Ihnen eingeplant.',
  'schedules.refused': 'Der Eintrag wurde am {when} nicht zu „{status}“.',
  'schedules.again': 'Neu einplanen',
  'schedules.dismiss': 'Verwerfen',
  'schedules.remove': 'Nicht mehr einplanen',
} satisfies Messages;
