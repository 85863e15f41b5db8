import type { Recording } from '../persistence/recording.ts';
import { Lru } from '../shared/lru.ts';
import type { TaggedAnswer } from './tagged-answer.ts';

/** How many keys are remembered whose answers cannot be shared. */
const UNSHARED = 1_000;

/** A recorded read that is being answered. */
class Flight {
  readonly recording: Recording;
  /** The answer; null before it is there, and if others may not have it. */
  answer: TaggedAnswer | null = null;
  readonly #waiting: (() => void)[] = [];

  constructor(recording: Recording) {
    this.recording = recording;
  }

  /** Waits for the end of the flight. */
  done(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    for (const resolve of this.#waiting) resolve();
  }
}

/** Reads in flight, at most one per key. */
export class Flights {
  readonly #flights = new Map<string, Flight>();
  /** Keys of reads that failed or were streamed when they were last in flight. Nobody waits for these. */
  readonly #unshared = new Lru<string, true>(UNSHARED);

  /** The read in flight under a key. */
  get(key: string): Flight | undefined {
    return this.#flights.get(key);
  }

  /** Begins a flight, unless one is under way or its answer is unlikely to be shared. */
  begin(key: string, recording: Recording): void {
    if (!this.#flights.has(key) && !this.#unshared.get(key)) this.#flights.set(key, new Flight(recording));
  }

  /** Ends the flight of a read with an answer. Those who wait for it go on when the caller has returned. */
  land(key: string, recording: Recording, answer: TaggedAnswer): void {
    this.#unshared.delete(key);
    const flight = this.#take(key, recording);
    if (!flight) return;
    flight.answer = answer;
    flight.end();
  }

  /** Ends the flight of a read without an answer, if it has not landed. */
  abort(key: string, recording: Recording): void {
    const flight = this.#take(key, recording);
    if (!flight) return;
    this.#unshared.set(key, true);
    flight.end();
  }

  #take(key: string, recording: Recording): Flight | undefined {
    const flight = this.#flights.get(key);
    if (flight?.recording !== recording) return undefined;
    this.#flights.delete(key);
    return flight;
  }
}
