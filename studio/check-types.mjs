// Checks the types of Studio with its own TypeScript: the root's has no compiler that vue-tsc could drive. Takes what tsc
// takes.
import { createRequire } from 'node:module';
import vueTsc from 'vue-tsc';

const require = createRequire(import.meta.url);
vueTsc.run(require.resolve('typescript/lib/tsc'));
