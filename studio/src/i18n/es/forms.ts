import type { Messages } from '../messages.ts';
import access from './access.ts';
import editors from './editors.ts';
import files from './files.ts';
import history from './history.ts';
import item from './item.ts';
import me from './me.ts';
import relations from './relations.ts';

export default {
  ...access,
  ...editors,
  ...files,
  ...history,
  ...item,
  ...me,
  ...relations,
} satisfies Messages;
