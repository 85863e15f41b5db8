import type { Messages } from '../messages.ts';
import preview from './preview.ts';
import tasks from './tasks.ts';

export default {
  ...preview,
  ...tasks,
} satisfies Messages;
