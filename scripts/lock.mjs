// One process at a time does a piece of work, whoever asks.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';

/** A lock that nobody has confirmed for so long was left by a process that died. */
const STALE_MS = 60_000;
const CONFIRM_MS = 5_000;
const ASK_MS = 50;

/** Waits for a lock, which is a folder, does the work, and lets go. */
export async function withLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  while (!take(lock)) await later(ASK_MS);
  const confirming = setInterval(() => confirm(lock), CONFIRM_MS);
  try {
    return await work();
  } finally {
    clearInterval(confirming);
    rmSync(lock, { recursive: true, force: true });
  }
}

function take(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isLeft(lock)) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function confirm(lock) {
  const now = new Date();
  utimesSync(lock, now, now);
}

function isLeft(lock) {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held !== undefined && (Date.now() - held.mtimeMs > STALE_MS || !isAlive(holderOf(lock)));
}

/** The process that holds a lock; this one where that is not written yet. */
function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
