import type { Pending } from './backlog.ts';
import type { Lane } from './lane.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The slot of a request that is being handled. */
    slot?: Slot;
  }
}

/** Keeps count of the requests in lanes. */
interface Counter {
  /** Counts a request that goes on at once. Error 11 if there is no room. */
  enterNow(lane: Lane, caller: string): void;
  leave(lane: Lane, caller: string, pending: Pending | null): void;
}

/** A request's slot in a lane. It is released when the handler has ended and the answer has been sent or abandoned. */
export class Slot {
  readonly #counter: Counter;
  readonly #ends: (() => void)[] = [];
  #lane: Lane;
  #caller: string;
  #pending: Pending | null;
  #holds = 1;
  #isAnswered = false;
  #isOver = false;

  constructor(counter: Counter, lane: Lane, caller: string) {
    this.#counter = counter;
    this.#lane = lane;
    this.#caller = caller;
    this.#pending = lane.track(caller);
  }

  get lane(): Lane {
    return this.#lane;
  }

  get caller(): string {
    return this.#caller;
  }

  /** The handler begins: the slot is taken until it ends, even if the client disconnects. */
  begin(): void {
    this.#holds++;
  }

  /** The handler has ended. */
  end(): void {
    if (--this.#holds === 0 && !this.#isOver) this.#over();
  }

  /** The answer has been sent, or the client has disconnected. */
  answered(): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.end();
  }

  /** Runs `work` when the slot is released: at once if it is already, because the client may have disconnected. */
  finally(work: () => void): void {
    if (this.#isOver) work();
    else this.#ends.push(work);
  }

  /** Moves to another lane, because the rest takes as long as the client does. Error 11 if that lane is full. */
  move(lane: Lane): void {
    this.#counter.enterNow(lane, this.#caller);
    this.#counter.leave(this.#lane, this.#caller, this.#pending);
    this.#lane = lane;
    this.#pending = null;
  }

  /** Counts for another caller from now on. */
  reassign(caller: string): void {
    this.#lane.reassign(this.#caller, caller, null, this.#pending);
    this.#caller = caller;
  }

  #over(): void {
    this.#isOver = true;
    for (const work of this.#ends) work();
    this.#counter.leave(this.#lane, this.#caller, this.#pending);
  }
}
