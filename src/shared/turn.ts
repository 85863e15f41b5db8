/**
 * A turn of the event loop hands out at most 1,024 events before it may poll again. After half as many requests the next
 * ones count as a turn of their own.
 */
const MOST = 500;

let turn = 0;
let requests = 0;
let isOpen = false;
let latest = Number.NEGATIVE_INFINITY;
let endings: (() => void)[] = [];

/** Notes that a request has arrived. Call it while its bytes are handled, and nowhere else. */
export function requestArrived(): void {
  if (!isOpen) {
    isOpen = true;
    setImmediate(close);
    begin();
  } else if (++requests >= MOST) begin();
}

/**
 * Numbers the turn of the event loop in which requests are arriving; null if none has arrived in this turn. All requests
 * of a turn had reached this machine when it began, so what one of them finds to be unchanged is unchanged for the others.
 */
export function arrivalTurn(): number | null {
  return isOpen ? turn : null;
}

/** Calls `end`, which must not throw, when the turn in which requests are arriving has ended: before the next ones arrive. */
export function atTurnEnd(end: () => void): void {
  endings.push(end);
}

/** How many milliseconds ago a request arrived last. */
export function sinceArrival(): number {
  return performance.now() - latest;
}

function begin(): void {
  latest = performance.now();
  turn++;
  requests = 0;
}

/** Runs after the events of the turn and before the next ones. */
function close(): void {
  isOpen = false;
  if (endings.length === 0) return;
  const ended = endings;
  endings = [];
  for (const end of ended) end();
}
