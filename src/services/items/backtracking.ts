import { Worker } from 'node:worker_threads';

/** How long one value may take. */
const DEADLINE_MS = 100;
const WORKERS = 2;
/** More than so many wait for their turn in vain: they are refused as if they had taken too long. */
const QUEUE = 500;

/** What a worker runs: it answers whether a text has a match. */
const PROGRAM = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ source, flags, text }) => parentPort.postMessage(new RegExp(source, flags).test(text)));`;

/** A question to a worker; the answer is undefined where it takes too long. */
interface Question {
  readonly pattern: RegExp;
  readonly text: string;
  readonly answer: (matches: boolean | undefined) => void;
}

const idle: Worker[] = [];
const waiting: Question[] = [];
let workers = 0;

/**
 * Whether a text matches a pattern of the kind whose time has no bound, looked for beside the event loop; undefined
 * when that takes longer than it may. The worker is ended then, and another takes its place.
 */
export function matchesInTime(pattern: RegExp, text: string): Promise<boolean | undefined> {
  return new Promise((answer) => {
    if (waiting.length >= QUEUE) return answer(undefined);
    waiting.push({ pattern, text, answer });
    if (idle.length === 0 && workers < WORKERS) hire();
    assign();
  });
}

function hire(): void {
  workers++;
  const worker = new Worker(PROGRAM, { eval: true });
  worker.unref();
  worker.on('error', () => {});
  // The deadline begins when the worker can work.
  worker.once('online', () => {
    idle.push(worker);
    assign();
  });
}

function assign(): void {
  const worker = waiting.length > 0 ? idle.pop() : undefined;
  const question = worker && waiting.shift();
  if (worker && question) put(worker, question);
}

function put(worker: Worker, { pattern, text, answer }: Question): void {
  let open = true;
  const end = (matches: boolean | undefined): void => {
    open = false;
    clearTimeout(deadline);
    answer(matches);
  };
  const giveUp = (): void => {
    if (!open) return;
    end(undefined);
    dismiss(worker);
  };
  // An answer that waits in line behind whatever held up this thread came in time.
  const deadline = setTimeout(() => setImmediate(giveUp), DEADLINE_MS);
  worker.once('message', (matches: boolean) => {
    if (!open) return;
    end(matches);
    idle.push(worker);
    assign();
  });
  worker.postMessage({ source: pattern.source, flags: pattern.flags, text });
}

function dismiss(worker: Worker): void {
  void worker.terminate();
  workers--;
  if (waiting.length > 0) hire();
}
