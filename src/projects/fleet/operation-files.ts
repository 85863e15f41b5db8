import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../shared/write-atomically.ts';
import type { StoredOperation } from './operation.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How many ended operations are kept. */
const KEPT = 50;
/** The outcome of an operation, decided by the first process that sets it. */
type Outcome = 'completes' | 'fails';

/**
 * The operations of the servers that share a data folder. Each has a file, which only the server's account can read
 * because it contains secrets.
 */
export class OperationFiles {
  readonly #folder: string;

  constructor(data: string) {
    this.#folder = join(data, 'operations');
  }

  /** Null if there is none. */
  read(id: string): StoredOperation | null {
    if (!ID.test(id)) return null;
    try {
      return JSON.parse(readFileSync(this.#file(id, 'json'), 'utf8'));
    } catch {
      return null;
    }
  }

  /** All operations, latest first. */
  list(): StoredOperation[] {
    const ids = this.#names().flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
    const found = ids.flatMap((id) => this.read(id) ?? []);
    return found.sort((one, other) => (one.started_on < other.started_on ? 1 : -1));
  }

  write(operation: StoredOperation): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeAtomically(this.#file(operation.id, 'json'), JSON.stringify(operation));
  }

  /** Deletes the oldest ended operations. */
  prune(): void {
    const ended = this.list().filter(({ state }) => state !== 'running');
    for (const { id } of ended.slice(KEPT))
      for (const kind of ['outcome', 'cancel', 'json'] as const) rmSync(this.#file(id, kind), { force: true });
  }

  /** Decides the outcome of an operation, unless it has been decided already. Returns the outcome. */
  decide(id: string, outcome: Outcome): Outcome {
    const file = this.#file(id, 'outcome');
    try {
      writeFileSync(file, outcome, { flag: 'wx', mode: 0o600 });
      return outcome;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'EEXIST') throw error;
      return readFileSync(file, 'utf8') === 'completes' ? 'completes' : 'fails';
    }
  }

  /** Asks the server that works on an operation to cancel it. */
  askToCancel(id: string): void {
    writeFileSync(this.#file(id, 'cancel'), '', { mode: 0o600 });
  }

  isToBeCancelled(id: string): boolean {
    return existsSync(this.#file(id, 'cancel'));
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #file(id: string, kind: 'json' | 'outcome' | 'cancel'): string {
    return join(this.#folder, `${id}.${kind}`);
  }
}
