import type { Party } from './turns.ts';

const accounts = new Map<string, Party>();
let charged: Party | null = null;
let since = 0;
let sharedUntil = Number.NEGATIVE_INFINITY;
let isClosing = false;

/** What a project has used of the event loop, in milliseconds, by the project's key. */
export function accountOf(project: string): Party {
  const known = accounts.get(project);
  if (known) return known;
  const account = { used: 0 };
  accounts.set(project, account);
  return account;
}

/** Several projects have requests: for so many milliseconds the event loop counts as shared, and time is charged. */
export function shareLoop(ms: number): void {
  sharedUntil = performance.now() + ms;
}

/** Whether several projects have requests, so that whoever holds the event loop holds up others. */
export function isLoopShared(): boolean {
  return performance.now() < sharedUntil;
}

/**
 * Charges the time from now on to an account, or to nobody: until somebody else is charged, or the event loop has handled its
 * pending events. Call it where an event sets off work: a request that starts, a result from a database. While only one project has
 * requests, nobody is charged.
 */
export function charge(account: Party | null): void {
  const now = performance.now();
  if (charged) charged.used += now - since;
  charged = now < sharedUntil ? account : null;
  since = now;
  if (charged && !isClosing) {
    isClosing = true;
    setImmediate(close);
  }
}

function close(): void {
  isClosing = false;
  charge(null);
}
