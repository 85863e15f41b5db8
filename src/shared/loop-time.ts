/** Who is charged for the time of the event loop, in milliseconds. */
export interface Account {
  used: number;
}

const accounts = new Map<string, Account>();
let charged: Account | null = null;
let since = 0;
let isCounting = false;
let isClosing = false;

/** The account of a project by its key. */
export function accountOf(project: string): Account {
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
 * Charges the time from now on to an account, or to nobody, until somebody else is charged; the next time that events have been
 * handled nobody is. Call it where work begins that an event has set off: a request that starts, a result of a database.
 */
export function charge(account: Account | null): void {
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
