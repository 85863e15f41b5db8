import type { Party } from './turns.ts';

const accounts = new Map<string, Party>();
let charged: Party | null = null;
let since = 0;
let isCounting = false;
let isClosing = false;

/** What a project has used of the event loop, in milliseconds, by the project's key. */
export function accountOf(project: string): Party {
  const known = accounts.get(project);
  if (known) return known;
  const account = { used: 0 };
  accounts.set(project, account);
  return account;
}

/** Whether time is counted from now on: it need not be while only one project has requests. */
export function countLoopTime(isWanted: boolean): void {
  charge(null);
  isCounting = isWanted;
}

/** Whether several projects have requests, so that whoever holds the event loop holds up others. */
export function isLoopShared(): boolean {
  return isCounting;
}

/**
 * Charges the time from now on to an account, or to nobody: until somebody else is charged, or the event loop has handled its
 * pending events. Call it where an event sets off work: a request that starts, a result from a database.
 */
export function charge(account: Party | null): void {
  if (!isCounting) return;
  const now = performance.now();
  if (charged) charged.used += now - since;
  charged = account;
  since = now;
  if (account && !isClosing) {
    isClosing = true;
    setImmediate(close);
  }
}

function close(): void {
  isClosing = false;
  charge(null);
}
