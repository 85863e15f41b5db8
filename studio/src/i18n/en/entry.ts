import type { Messages } from '../messages.ts';
import access from './access.ts';
import common from './common.ts';
import signIn from './sign-in.ts';

export default { ...common, ...access, ...signIn } satisfies Messages;
