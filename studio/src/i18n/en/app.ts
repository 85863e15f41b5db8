import type { Messages } from '../messages.ts';
import common from './common.ts';
import home from './home.ts';
import layouts from './layouts.ts';
import list from './list.ts';
import shell from './shell.ts';
import words from './words.ts';

export default {
  ...common,
  ...words,
  ...home,
  ...layouts,
  ...list,
  ...shell,
} satisfies Messages;
