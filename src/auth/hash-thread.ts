import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** A task of the thread: hash a text, or compare a text with a hash. */
export type HashTask =
  | { readonly kind: 'hash'; readonly text: string; readonly cost: number }
  | { readonly kind: 'verify'; readonly text: string; readonly hash: string };

/**
 * The program as text, so that compiled and uncompiled sources start it the same way. It runs at low priority where a
 * thread can have one, so that requests go first.
 */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const bcrypt = require(workerData.library);
  if (process.platform === 'linux') require('node:os').setPriority(0, 10);
  parentPort.on('message', ({ kind, text, hash, cost }) => {
    if (kind === 'hash') return parentPort.postMessage(bcrypt.hashSync(text, { cost, version: '2y' }));
    let matches = false;
    try { matches = bcrypt.verifySync(text, hash); } catch {}
    parentPort.postMessage(matches);
  });
`;
const library = createRequire(import.meta.url).resolve('@node-rs/bcrypt');

/** A thread that hashes one text at a time. It keeps the process alive only while it works. */
export class HashThread {
  readonly #worker = new Worker(PROGRAM, { eval: true, workerData: { library } });
  #ended = false;

  constructor() {
    this.#worker.once('exit', () => {
      this.#ended = true;
    });
    this.#worker.unref();
  }

  /** Whether the thread has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Runs a task; the previous one must be done. */
  async run<T>(task: HashTask): Promise<T> {
    this.#worker.ref();
    try {
      return await this.#answer<T>(task);
    } finally {
      this.#worker.unref();
      this.#worker.removeAllListeners('message').removeAllListeners('error');
    }
  }

  #answer<T>(task: HashTask): Promise<T> {
    return new Promise<T>((done, failed) => {
      this.#worker.once('message', done).once('error', (error) => {
        this.#ended = true;
        failed(error);
      });
      this.#worker.postMessage(task);
    });
  }
}
