// The compiled program, which kills itself a given time after it has first written to stderr. A test that kills it from
// outside may come too late.
import { run } from '../../dist/run.js';

const [afterMs, ...args] = process.argv.slice(2);
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (...given) => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(afterMs));
  return write(...given);
};
process.exitCode = await run(args);
