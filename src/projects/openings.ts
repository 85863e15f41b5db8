import type { DatabaseAddress } from '../dialects/dialect.ts';
import { Semaphore } from '../shared/semaphore.ts';

/** How many projects are opened concurrently: embedded ones, those on database servers, and those on one server. */
const AT_ONCE = { embedded: 4, networked: 16, perServer: 4 };

/**
 * Limits how many projects are opened concurrently. Opening one on a server that does not answer takes seconds, so the
 * projects of that server wait for each other, and no others do.
 */
export class Openings {
  readonly #embedded = new Semaphore({ total: AT_ONCE.embedded });
  readonly #networked = new Semaphore({ total: AT_ONCE.networked, each: AT_ONCE.perServer });

  /** Opens a project once it is its turn, and returns the result of `open`. */
  run<T>(key: string, address: DatabaseAddress, open: () => Promise<T>): Promise<T> {
    if (address.file !== undefined) return this.#embedded.run(key, open);
    const { host, port, socket } = address;
    return this.#networked.run(JSON.stringify([host, port, socket]), open);
  }
}
