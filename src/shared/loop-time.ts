import type { Party } from './turns.ts';

/** The event-loop time that a project has used, in milliseconds. */
export interface Account extends Party {
  /** What it was charged. A schedule that raises `used` leaves this alone. */
  spent: number;
}

const accounts = new Map<string, Account>();
let charged: Account | null = null;
let since = 0;
let sharedUntil = Number.NEGATIVE_INFINITY;
let meteredUntil = Number.NEGATIVE_INFINITY;
let isClosing = false;

/** An account that nothing has been charged to. */
export const newAccount = (): Account => ({ used: 0, spent: 0 });

/** The account of a project. */
export function accountOf(project: string): Account {
  const known = accounts.get(project);
  if (known) return known;
  const account = newAccount();
  accounts.set(project, account);
  return account;
}

/** Makes the event loop count as shared for this many milliseconds, because several projects have requests. */
export function shareLoop(ms: number): void {
  sharedUntil = performance.now() + ms;
  meteredUntil = sharedUntil;
}

/** Makes time be charged for this many milliseconds, because several callers have requests. */
export function meterLoop(ms: number): void {
  meteredUntil = Math.max(meteredUntil, performance.now() + ms);
}

/** Whether several projects have requests, so that blocking the event loop delays others. */
export function isLoopShared(): boolean {
  return performance.now() < sharedUntil;
}

/**
 * Charges the time from now on to an account, or to none, until another account is charged or the event loop has
 * handled its pending events. Should be called where an event triggers work, such as a request that starts or a result
 * from a database. While only one caller has requests, nothing is charged.
 */
export function charge(account: Account | null): void {
  const now = performance.now();
  if (charged) {
    charged.used += now - since;
    charged.spent += now - since;
  }
  charged = now < meteredUntil ? account : null;
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
