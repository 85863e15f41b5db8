import type { Lane } from './lane.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The place of a request that is being handled. */
    place?: Place;
  }
}

/** Who counts the requests in a lane. */
interface Counter {
  /** Counts a request that goes on at once. Error 11 if there is no room. */
  enterNow(lane: Lane, caller: string): void;
  leave(lane: Lane, caller: string): void;
}

/** A request's place in a lane. It is free when the handler is done and the answer has been sent or given up. */
export class Place {
  readonly #counter: Counter;
  readonly #ends: (() => void)[] = [];
  #lane: Lane;
  #caller: string;
  #holds = 1;
  #isAnswered = false;
  #isOver = false;

  constructor(counter: Counter, lane: Lane, caller: string) {
    this.#counter = counter;
    this.#lane = lane;
    this.#caller = caller;
  }

  get lane(): Lane {
    return this.#lane;
  }

  /** The handler begins: until it ends the place is taken, even if the client gives up. */
  begin(): void {
    this.#holds++;
  }

  /** The handler has ended. */
  end(): void {
    if (--this.#holds === 0 && !this.#isOver) this.#over();
  }

  /** The answer has been sent, or nobody waits for it any more. */
  answered(): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.end();
  }

  /** Something that has to happen when the place is free: at once if it is, since its client may have gone. */
  finally(work: () => void): void {
    if (this.#isOver) work();
    else this.#ends.push(work);
  }

  /** Goes on in another lane, because it takes as long as the client does. Error 11 if there is no room. */
  move(lane: Lane): void {
    this.#counter.enterNow(lane, this.#caller);
    this.#counter.leave(this.#lane, this.#caller);
    this.#lane = lane;
  }

  /** Counts for another caller from now on. */
  reassign(caller: string): void {
    this.#lane.reassign(this.#caller, caller, null);
    this.#caller = caller;
  }

  #over(): void {
    this.#isOver = true;
    for (const work of this.#ends) work();
    this.#counter.leave(this.#lane, this.#caller);
  }
}
