// The compiled program, which kills itself when it is about to write the configuration of a project: everything else of
// a new project is there by then.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['renameSync', 'linkSync']) {
  const call = fs[name];
  fs[name] = (from, to) => {
    if (/[/\\]config[/\\][^/\\]+\.json$/.test(String(to))) process.kill(process.pid, 'SIGKILL');
    return call(from, to);
  };
}
syncBuiltinESMExports();
const { run } = await import('../../dist/run.js');
process.exitCode = await run(process.argv.slice(2));
