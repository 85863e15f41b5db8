#!/usr/bin/env node
// From a fresh clone to a running server: installs, builds, and serves, each only when it has to. Studio is built beside
// the server.
// Flags are those of `octavo serve`: npm start -- --port 8080
import { build } from './build.mjs';
import { install } from './install.mjs';

const parent = process.ppid;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`octavo: needs Node 20.19 or later, this is ${process.versions.node}\n`);
  process.exitCode = 1;
} else if (await prepare()) {
  followParent();
  process.argv.splice(2, 0, 'serve', '--sample', '--build-studio');
  await import('../dist/main.js');
}

/** Returns whether there is something to serve. */
async function prepare() {
  try {
    await install('serving');
    await build();
    return true;
  } catch (error) {
    process.stderr.write(`octavo: ${error.message}\n`);
    process.exitCode = 1;
    return false;
  }
}

/** npm ends the shell between itself and this process, not this process: when the shell is gone, the server stops. */
function followParent() {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
