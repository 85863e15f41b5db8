import type { Messages } from '../messages.ts';
import tasks from './tasks.ts';

export default {
  ...tasks,
} satisfies Messages;
