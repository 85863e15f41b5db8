import type { Messages } from '../messages.ts';
import access from './access.ts';
import common from './common.ts';
import editors from './editors.ts';
import files from './files.ts';
import history from './history.ts';
import home from './home.ts';
import item from './item.ts';
import layouts from './layouts.ts';
import list from './list.ts';
import me from './me.ts';
import relations from './relations.ts';
import shell from './shell.ts';

export default {
  ...common,
  ...access,
  ...shell,
  ...home,
  ...list,
  ...layouts,
  ...item,
  ...editors,
  ...relations,
  ...history,
  ...files,
  ...me,
} satisfies Messages;
