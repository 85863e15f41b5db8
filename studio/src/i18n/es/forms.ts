import type { Messages } from '../messages.ts';
import editors from './editors.ts';
import files from './files.ts';
import history from './history.ts';
import item from './item.ts';
import relations from './relations.ts';
import schedules from './schedules.ts';

export default {
  ...editors,
  ...files,
  ...history,
  ...item,
  ...relations,
  ...schedules,
} satisfies Messages;
