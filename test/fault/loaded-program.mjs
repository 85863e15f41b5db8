// The compiled program, which is loaded at once and runs on command.
import { once } from 'node:events';
import { run } from '../../dist/run.js';

// Modules that the program loads on demand.
await Promise.all(['sharp', 'file-type'].map((name) => import(name)));
const told = once(process, 'SIGUSR2');
const waiting = setInterval(() => {}, 60_000);
process.stdout.write('loaded\n');
await told;
clearInterval(waiting);
process.exitCode = await run(process.argv.slice(2));
