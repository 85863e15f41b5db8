import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Overload, Semaphore } from '../../shared/semaphore.ts';
import type { EnginePattern } from './engine-pattern.ts';

/** The deadline for one value. The linear engine's only matters on slow machines. */
const DEADLINES_MS = { backtracking: 100, linear: 2_000 } as const;
const WORKERS = 2;
/** The most values of a project that may wait for a worker. Further ones count as having exceeded the deadline. */
const QUEUE = 500;

/** The worker's program: it reports whether a text matches. */
const PROGRAM = `const { parentPort, workerData } = require('node:worker_threads');
const { RE2JS } = require(workerData);
const linear = ({ source, isCaseless }) => {
  const expression = RE2JS.compile(source, isCaseless ? RE2JS.CASE_INSENSITIVE : 0);
  return (text) => expression.matcher(text).find();
};
const backtracking = ({ source, isCaseless }) => {
  const expression = new RegExp(source, isCaseless ? 'iu' : 'u');
  return (text) => expression.test(text);
};
const engines = { linear, backtracking };
parentPort.postMessage('ready');
parentPort.on('message', ({ pattern, text }) => parentPort.postMessage(engines[pattern.engine](pattern)(text)));`;
const RE2JS_PATH = createRequire(import.meta.url).resolve('re2js');

/** A text for a worker; the result is undefined if the search exceeds its deadline. */
interface Job {
  readonly pattern: EnginePattern;
  readonly text: string;
  readonly answer: (matches: boolean | undefined) => void;
}

/** Workers are shared fairly among projects, whose slow patterns delay nobody else. */
const semaphore = new Semaphore({ total: WORKERS, waiting: QUEUE });
const idle: Worker[] = [];
const waiting: Job[] = [];
let workers = 0;

/**
 * Searches a text of a project for a pattern in a worker thread. Resolves to undefined if the search misses its
 * deadline; its worker is then terminated and replaced.
 */
export async function searchInWorker(
  project: string,
  pattern: EnginePattern,
  text: string,
): Promise<boolean | undefined> {
  try {
    return await semaphore.run(project, () => search(pattern, text));
  } catch (error) {
    if (error instanceof Overload) return undefined;
    throw error;
  }
}

function search(pattern: EnginePattern, text: string): Promise<boolean | undefined> {
  return new Promise((answer) => {
    waiting.push({ pattern, text, answer });
    if (idle.length === 0 && workers < WORKERS) startWorker();
    assign();
  });
}

function startWorker(): void {
  workers++;
  const worker = new Worker(PROGRAM, { eval: true, workerData: RE2JS_PATH });
  worker.unref();
  worker.on('error', () => {});
  // Deadlines start when the worker is ready.
  worker.once('message', () => {
    idle.push(worker);
    assign();
  });
}

function assign(): void {
  const worker = waiting.length > 0 ? idle.pop() : undefined;
  const job = worker && waiting.shift();
  if (worker && job) run(worker, job);
}

function run(worker: Worker, { pattern, text, answer }: Job): void {
  let open = true;
  const end = (matches: boolean | undefined): void => {
    open = false;
    clearTimeout(deadline);
    answer(matches);
  };
  const giveUp = (): void => {
    if (!open) return;
    end(undefined);
    stopWorker(worker);
  };
  // A result that arrived while this thread was blocked counts as in time.
  const deadline = setTimeout(() => setImmediate(giveUp), DEADLINES_MS[pattern.engine]);
  worker.once('message', (matches: boolean) => {
    if (!open) return;
    end(matches);
    idle.push(worker);
    assign();
  });
  worker.postMessage({ pattern, text });
}

function stopWorker(worker: Worker): void {
  void worker.terminate();
  workers--;
  if (waiting.length > 0) startWorker();
}
