// Checks the types of Studio with its own TypeScript: the root's has no compiler that vue-tsc could drive.
import { createRequire } from 'node:module';
import vueTsc from 'vue-tsc';

const require = createRequire(import.meta.url);
process.argv.splice(2, 0, '--project', new URL('tsconfig.json', import.meta.url).pathname);
vueTsc.run(require.resolve('typescript/lib/tsc'));
