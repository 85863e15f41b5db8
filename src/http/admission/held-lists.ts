import { ApiError } from '../../errors/api-error.ts';

/** Half a gigabyte of texts, if a value is 64 characters. */
const MAX_VALUES = 8_000_000;
/** The share of one caller. */
const MAX_OF_CALLER = (MAX_VALUES / 4) * 3;

/**
 * Bounds the values of a project's lists that stay in memory while their clients read them. Without it, a caller who
 * reads slowly could fill the memory with the largest answers that a project allows.
 */
export class HeldLists {
  readonly #byCaller = new Map<string, number>();
  #values = 0;

  /** Counts a list until the returned function is called. Error 11 if there is no room; a single list always has. */
  take(caller: string, values: number): () => void {
    const own = this.#byCaller.get(caller) ?? 0;
    const isTooMuch = own + values > MAX_OF_CALLER || this.#values + values > MAX_VALUES;
    if (own > 0 && isTooMuch) throw new ApiError('projectBusy');
    this.#add(caller, values);
    return () => this.#add(caller, -values);
  }

  #add(caller: string, values: number): void {
    this.#values += values;
    const own = (this.#byCaller.get(caller) ?? 0) + values;
    if (own > 0) this.#byCaller.set(caller, own);
    else this.#byCaller.delete(caller);
  }
}
