import type { Messages } from '../messages.ts';

export default {
  'schedules.title': 'Schedule',
  'schedules.text':
    'The status changes by itself at the moment you choose, as if you had changed it then. If you may not do that any more by then, it is left as it is.',
  'schedules.what': 'What should happen',
  'schedules.publish': 'Publish',
  'schedules.withdraw': 'Withdraw',
  'schedules.status': 'The item becomes',
  'schedules.when': 'Day and time',
  'schedules.zone': 'In the time zone {zone}.',
  'schedules.unsaved': 'Changes that you have not saved are not included.',
  'schedules.send': 'Schedule',
  'schedules.done': 'Scheduled for {when}.',
  'schedules.past': 'Choose a time in the future.',
  'schedules.plan': 'Schedule…',
  'schedules.waits': 'Becomes {status} on {when}.',
  'schedules.waitsForYou': 'Becomes {status} on {when}, as you scheduled.',
  'schedules.refused': 'It did not become {status} on {when}.',
  'schedules.again': 'Schedule again',
  'schedules.dismiss': 'Dismiss',
  'schedules.remove': 'Cancel the schedule',
} satisfies Messages;
