import { existsSync, readFileSync } from 'node:fs';

const PAUSE_MS = 2;
const TIMEOUT_MS = 4_000;

/** A request, by its path below the project, with a body or the document of one in GraphQL. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly document?: string;
  readonly variables?: object;
  readonly token?: string;
}

export interface Held {
  /** How long the cheapest request had to wait while this one was answered, in milliseconds. */
  readonly ms: number;
  /** Zero where the answer takes longer than the test waits for it. */
  readonly status: number;
  readonly text: string;
}

/**
 * Asks a server for something, and all the while for the cheapest thing there is. What counts of a wait is the time for
 * which the server's own thread was at work meanwhile, where the system tells: that of a busy machine is not its fault.
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
  const [begun, worked] = [performance.now(), workOf(pid)];
  await fetch(`${base}/server/ping`).then((ping) => ping.text());
  const wait = performance.now() - begun;
  return worked === undefined ? wait : Math.min(wait, (workOf(pid) ?? 0) - worked);
}

/** Milliseconds for which the first thread of a process has run; undefined where the system does not tell. */
function workOf(pid: number): number | undefined {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : undefined;
}

async function answer(project: string, asked: Asked): Promise<Omit<Held, 'ms'>> {
  const { method, path, body, document, variables, token } = asked;
  const response = await fetch(project + path, {
    ...(method !== undefined && { method, ...(body !== undefined && { body }) }),
    ...(document !== undefined && { method: 'POST', body: JSON.stringify({ query: document, variables }) }),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}
