import type { Party } from './turns.ts';

const accounts = new Map<string, Party>();
let charged: Party | null = null;
let since = 0;
let sharedUntil = Number.NEGATIVE_INFINITY;
let isClosing = false;

/** The event-loop time that a project has used, in milliseconds. */
export function accountOf(project: string): Party {
  const known = accounts.get(project);
  if (known) return known;
  const account = { used: 0 };
  accounts.set(project, account);
  return account;
}

/**
 * Makes the event loop count as shared for this many milliseconds, because several projects have requests; time is only
 * charged while it is shared.
 */
export function shareLoop(ms: number): void {
  sharedUntil = performance.now() + ms;
}

/** Whether several projects have requests, so that blocking the event loop delays others. */
export function isLoopShared(): boolean {
  return performance.now() < sharedUntil;
}

/**
 * Charges the time from now on to an account, or to none, until another account is charged or the event loop has
 * handled its pending events. Should be called where an event triggers work, such as a request that starts or a result
 * from a database. While only one project has requests, nothing is charged.
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
