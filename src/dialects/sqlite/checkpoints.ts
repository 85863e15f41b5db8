/**
 * The approximate number of bytes written between checkpoints. A checkpoint in the server's thread blocks it for some
 * milliseconds.
 */
const BYTES = 4 * 2 ** 20;
/** The number of bytes that may be left to the server's thread when another process has copied the rest. */
const LEFT = 2 ** 19;
/** Larger checkpoints are always made by another process. */
const MAX_HERE = 2 * BYTES;
/** Checkpoints at shorter intervals are made by another process. */
const OFTEN_MS = 5_000;
/** How often the other process copies again what was written while it was copying. */
const TRIES = 4;

/** Makes a checkpoint in this thread, or in another process. Both may fail. */
interface Places {
  readonly here: () => void;
  readonly elsewhere: () => Promise<unknown>;
}

/**
 * Decides when and where the write-ahead log of a file is copied into it. The log restarts once it has been copied
 * completely, which is only possible while nobody writes. So the server's thread copies the last part.
 */
export class Checkpoints {
  readonly #places: Places;
  readonly #now: () => number;
  /** Bytes written since the last checkpoint began. */
  #written = 0;
  #last = Number.NEGATIVE_INFINITY;
  /** The checkpoint that another process is making. */
  #elsewhere: Promise<void> | null = null;
  #isAlmostDone = false;

  constructor(places: Places, now: () => number = () => performance.now()) {
    this.#places = places;
    this.#now = now;
  }

  /** Must be called after a commit of approximately this many bytes, while no transaction is open. */
  committed(bytes: number): void {
    this.#written += bytes;
    if (this.#elsewhere) return;
    if (this.#isAlmostDone) this.#complete(bytes);
    else if (this.#written >= BYTES) this.#begin();
  }

  /** Resolves when no other process is making a checkpoint; until then, nobody else can copy the rest. */
  async settled(): Promise<void> {
    await this.#elsewhere;
  }

  #begin(): void {
    if (this.#written <= MAX_HERE && this.#now() - this.#last > OFTEN_MS) this.#copyHere();
    else this.#leaveToOther();
  }

  /** Copies what the other process has left, unless the commit that follows it was large. */
  #complete(bytes: number): void {
    this.#isAlmostDone = false;
    if (bytes <= MAX_HERE) this.#copyHere();
    else this.#leaveToOther();
  }

  #leaveToOther(): void {
    this.#elsewhere = this.#copyElsewhere().finally(() => {
      this.#elsewhere = null;
      this.#isAlmostDone = true;
    });
  }

  #copyHere(): void {
    this.#written = 0;
    this.#last = this.#now();
    try {
      this.#places.here();
    } catch {
      // Everything written is on disk nevertheless; the next checkpoint has more to copy.
    }
  }

  /** If it fails, the server's thread has more to copy. */
  async #copyElsewhere(): Promise<void> {
    try {
      for (let tries = 0; tries < TRIES && this.#written > LEFT; tries++) {
        this.#written = 0;
        await this.#places.elsewhere();
      }
    } catch {}
  }
}
