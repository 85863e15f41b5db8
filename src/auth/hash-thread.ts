import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** What a thread is asked: the hash of a text, or whether a hash is that of a text. */
export type HashTask =
  | { readonly kind: 'hash'; readonly text: string; readonly cost: number }
  | { readonly kind: 'verify'; readonly text: string; readonly hash: string };

/**
 * Text, so that compiled and uncompiled sources start it alike. Where a priority can be that of one thread it is low:
 * hashing takes what requests leave.
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

/** A thread that hashes one text at a time. It does not keep the process alive, but while it works. */
export class HashThread {
  readonly #worker = new Worker(PROGRAM, { eval: true, workerData: { library } });
  #ended = false;

  constructor() {
    this.#worker.once('exit', () => {
      this.#ended = true;
    });
    this.#worker.unref();
  }

  /** Whether it can do no more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Does a task; the one before must be done. */
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
