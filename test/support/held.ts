import { busyMsOf } from './busy-time.ts';

const PAUSE_MS = 2;
const PATIENCE_MS = 4_000;

/** A request: its path below the project, with a body or a GraphQL document. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly document?: string;
  readonly variables?: object;
  readonly token?: string;
  /** The content type of the body; JSON unless given. */
  readonly type?: string;
  /** How long to wait for the answer, in milliseconds. */
  readonly patienceMs?: number;
}

export interface Held {
  /** The longest that the cheapest request had to wait while this one was answered, in milliseconds. */
  readonly ms: number;
  /** Zero if the answer takes longer than the test waits for it. */
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request, and sends the cheapest one over and over until the answer is there. Where the system reports it, a
 * wait counts only the time for which the server's main thread ran, so a busy machine does not fail the test.
 */
export async function heldBy(base: string, project: string, pid: number, asked: Asked): Promise<Held> {
  let ms = 0;
  let answered = false;
  const pinging = (async () => {
    while (!answered) {
      ms = Math.max(ms, await waited(base, pid));
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  })();
  try {
    return { ...(await answer(base + project, asked)), ms: await ended() };
  } catch {
    return { status: 0, text: '', ms: await ended() };
  }

  async function ended(): Promise<number> {
    answered = true;
    await pinging;
    return ms;
  }
}

async function waited(base: string, pid: number): Promise<number> {
  const [begun, worked] = [performance.now(), busyMsOf(pid)];
  await fetch(`${base}/server/ping`).then((ping) => ping.text());
  const wait = performance.now() - begun;
  return worked === undefined ? wait : Math.min(wait, (busyMsOf(pid) ?? 0) - worked);
}

async function answer(project: string, asked: Asked): Promise<Omit<Held, 'ms'>> {
  const { method, path, body, document, variables, token, type, patienceMs = PATIENCE_MS } = asked;
  const response = await fetch(project + path, {
    ...(method !== undefined && { method, ...(body !== undefined && { body }) }),
    ...(document !== undefined && { method: 'POST', body: JSON.stringify({ query: document, variables }) }),
    headers: {
      'content-type': type ?? 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(patienceMs),
  });
  return { status: response.status, text: await response.text() };
}
