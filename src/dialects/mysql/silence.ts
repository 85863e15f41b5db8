import type { QueryError } from 'mysql2';

/** How long a server may stay silent before it is checked whether it answers anybody. */
const SILENT_MS = 5_000;

/** Finds out whether a server answers anybody. */
export interface Answering {
  answers(): Promise<boolean>;
}

/** The error of a statement or connection that the server leaves unanswered. */
export function silence(): QueryError {
  return Object.assign(new Error('the server does not answer'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT', fatal: true });
}

/**
 * Waits for something from a server. Calls `lose` once if the server is silent and answers nobody else either, or in
 * any case after `answerMs` milliseconds. Returns a function that ends the wait.
 */
export function awaitAnswer(server: Answering, lose: () => void, answerMs = Number.POSITIVE_INFINITY): () => void {
  const until = performance.now() + answerMs;
  let isOver = false;
  const check = async (): Promise<void> => {
    const isLost = performance.now() >= until || !(await server.answers());
    if (isOver) return;
    if (isLost) lose();
    else timer = checkSoon();
  };
  const checkSoon = (): NodeJS.Timeout =>
    setTimeout(() => void check(), Math.max(1, Math.min(SILENT_MS, until - performance.now())));
  let timer = checkSoon();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
