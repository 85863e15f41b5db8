import type { Messages } from '../messages.ts';
import common from './common.ts';
import signIn from './sign-in.ts';

export default { ...common, ...signIn } satisfies Messages;
