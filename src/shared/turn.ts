/**
 * A turn of the event loop handles at most 1,024 events before it polls again. After half as many requests, further
 * ones count as a new turn.
 */
const MAX_REQUESTS = 500;

let turn = 0;
let requests = 0;
let isOpen = false;
let latest = Number.NEGATIVE_INFINITY;
let endings: (() => void)[] = [];

/** Records that a request has arrived. Must be called while its bytes are handled, and nowhere else. */
export function requestArrived(): void {
  if (!isOpen) {
    isOpen = true;
    setImmediate(close);
    begin();
  } else if (++requests >= MAX_REQUESTS) begin();
}

/**
 * The number of the event-loop turn in which requests are arriving; null if none has arrived in this turn. All requests
 * of a turn had reached this machine when it began, so anything that one of them finds unchanged is also unchanged for
 * the others.
 */
export function arrivalTurn(): number | null {
  return isOpen ? turn : null;
}

/**
 * Calls `end`, which must not throw, when the turn in which requests are arriving has ended, before the next ones
 * arrive.
 */
export function atTurnEnd(end: () => void): void {
  endings.push(end);
}

/** The time since the last request arrived, in milliseconds. */
export function sinceArrival(): number {
  return performance.now() - latest;
}

function begin(): void {
  latest = performance.now();
  turn++;
  requests = 0;
}

/** Runs after the events of the turn, and before those of the next one. */
function close(): void {
  isOpen = false;
  if (endings.length === 0) return;
  const ended = endings;
  endings = [];
  for (const end of ended) end();
}
