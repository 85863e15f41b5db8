import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** How long one value may take. Where the time grows with the text alone, it is the machine that is slow. */
const DEADLINES_MS = { search: 100, linear: 2_000 } as const;
const WORKERS = 2;
/** More than so many wait for their turn in vain: they are refused as if they had taken too long. */
const QUEUE = 500;

/** What a worker runs: it answers whether a text has a match. */
const PROGRAM = `const { parentPort, workerData } = require('node:worker_threads');
const { RE2JS } = require(workerData);
const linear = ({ source, isCaseless }) => {
  const expression = RE2JS.compile(source, isCaseless ? RE2JS.CASE_INSENSITIVE : 0);
  return (text) => expression.matcher(text).find();
};
const search = ({ source, isCaseless }) => {
  const expression = new RegExp(source, isCaseless ? 'iu' : 'u');
  return (text) => expression.test(text);
};
const engines = { linear, search };
parentPort.postMessage('ready');
parentPort.on('message', ({ pattern, text }) => parentPort.postMessage(engines[pattern.engine](pattern)(text)));`;
const ENGINE = createRequire(import.meta.url).resolve('re2js');

/** A pattern, and the engine that it is written for. */
export interface EngineQuestion {
  readonly engine: 'linear' | 'search';
  readonly source: string;
  readonly isCaseless: boolean;
}

/** A question to a worker; the answer is undefined where it takes too long. */
interface Question {
  readonly pattern: EngineQuestion;
  readonly text: string;
  readonly answer: (matches: boolean | undefined) => void;
}

const idle: Worker[] = [];
const waiting: Question[] = [];
let workers = 0;

/**
 * Whether a text matches a pattern, looked for beside the event loop; undefined when that takes longer than it may. The worker is ended then, and another takes its place.
 */
export function matchesInTime(pattern: EngineQuestion, text: string): Promise<boolean | undefined> {
  return new Promise((answer) => {
    if (waiting.length >= QUEUE) return answer(undefined);
    waiting.push({ pattern, text, answer });
    if (idle.length === 0 && workers < WORKERS) hire();
    assign();
  });
}

function hire(): void {
  workers++;
  const worker = new Worker(PROGRAM, { eval: true, workerData: ENGINE });
  worker.unref();
  worker.on('error', () => {});
  // The deadlines begin when the worker can work.
  worker.once('message', () => {
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
  const deadline = setTimeout(() => setImmediate(giveUp), DEADLINES_MS[pattern.engine]);
  worker.once('message', (matches: boolean) => {
    if (!open) return;
    end(matches);
    idle.push(worker);
    assign();
  });
  worker.postMessage({ pattern, text });
}

function dismiss(worker: Worker): void {
  void worker.terminate();
  workers--;
  if (waiting.length > 0) hire();
}
