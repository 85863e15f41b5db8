import type { Recording } from '../persistence/recording.ts';
import { Lru } from '../shared/lru.ts';
import type { TaggedAnswer } from './tagged-answer.ts';

/** How many keys are remembered whose answers cannot be shared. */
const UNSHARED = 1_000;

/** A recorded read that is being answered. */
class Flight {
  #recording: Recording | null;
  readonly #waiting: ((answer: TaggedAnswer | null) => void)[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  isOf(recording: Recording): boolean {
    return this.#recording === recording;
  }

  /** Waits for the end of the flight. Resolves to the answer, or to null if others may not have it. */
  done(): Promise<TaggedAnswer | null> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Keeps nothing afterwards, since dead tables of the map keep the flight in memory. (Decision 0034.) */
  end(answer: TaggedAnswer | null): void {
    for (const resolve of this.#waiting.splice(0)) resolve(answer);
    this.#recording = null;
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
    this.#take(key, recording)?.end(answer);
  }

  /** Ends the flight of a read without an answer, if it has not landed. */
  abort(key: string, recording: Recording): void {
    const flight = this.#take(key, recording);
    if (!flight) return;
    this.#unshared.set(key, true);
    flight.end(null);
  }

  #take(key: string, recording: Recording): Flight | undefined {
    const flight = this.#flights.get(key);
    if (!flight?.isOf(recording)) return undefined;
    this.#flights.delete(key);
    return flight;
  }
}
