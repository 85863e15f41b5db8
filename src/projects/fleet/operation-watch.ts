import { setTimeout } from 'node:timers/promises';
import { sinceArrival } from '../../shared/turn.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { CopyEnded, type CopyProgress, type CopyWatch } from '../copy/watch.ts';
import type { Filled } from '../unfinished/unfinished-project.ts';

/** How often progress is stored. */
const STORED_MS = 500;
/** While requests arrive, a copy pauses after each batch for as long as the batch took, within these bounds. */
const BUSY_MS = 250;
const PAUSE_MS = { least: 1, most: 200 };

/** What an operation does when its copy reports progress. */
interface OperationListener {
  readonly signal: AbortSignal;
  stored(progress: CopyProgress): void;
  fills(filled: Filled): void;
}

/** Receives the progress of an operation's copy. */
export class OperationWatch implements CopyWatch {
  readonly showsTotal = true;
  readonly #listener: OperationListener;
  #progress: CopyProgress = { phase: 'waiting', table: null, rows: { done: 0, total: null } };
  #stored = performance.now();
  #batch = performance.now();

  constructor(listener: OperationListener) {
    this.#listener = listener;
  }

  fills(filled: Filled): void {
    this.#listener.fills(filled);
  }

  begins(phase: CopyProgress['phase'], total: number | null): void {
    this.#progress = { phase, table: null, rows: { done: 0, total } };
    this.#listener.stored(this.#progress);
  }

  enters(table: string): void {
    this.#progress = { ...this.#progress, table };
  }

  async handled(rows: number): Promise<void> {
    const { done, total } = this.#progress.rows;
    this.#progress = { ...this.#progress, rows: { done: done + rows, total } };
    if (performance.now() - this.#stored > STORED_MS) {
      this.#stored = performance.now();
      this.#listener.stored(this.#progress);
    }
    if (this.#listener.signal.aborted) throw new CopyEnded();
    await this.#giveWay();
  }

  async #giveWay(): Promise<void> {
    const took = performance.now() - this.#batch;
    if (sinceArrival() > BUSY_MS) await yieldToEventLoop();
    else await setTimeout(Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, took)));
    this.#batch = performance.now();
  }
}
