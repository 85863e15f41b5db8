import type { Messages } from '../messages.ts';
import kinds from './data-model-kinds.ts';
import options from './data-model-options.ts';
import plan from './data-model-plan.ts';
import words from './data-model-words.ts';

export default { ...words, ...plan, ...kinds, ...options } satisfies Messages;
