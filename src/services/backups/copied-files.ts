import { hash } from 'node:crypto';

/** The state of a file: the bytes that its row refers to. */
export interface FileState {
  readonly id: number;
  readonly disk: string;
  readonly checksum: string | null;
}

const FIRST_ROOM = 1024;

/**
 * The states of the files in a backup, in little memory. Files are added, and later looked up, in the order of their
 * ids.
 */
export class CopiedFiles {
  #ids = new Float64Array(FIRST_ROOM);
  #states = new BigUint64Array(FIRST_ROOM);
  #count = 0;
  #at = 0;

  add(file: FileState): void {
    if (this.#count === this.#ids.length) this.#grow();
    this.#ids[this.#count] = file.id;
    this.#states[this.#count] = stateOf(file);
    this.#count++;
  }

  /** Whether the backup contains these bytes of the file. */
  has(file: FileState): boolean {
    while (this.#at < this.#count && (this.#ids[this.#at] ?? 0) < file.id) this.#at++;
    return this.#at < this.#count && this.#ids[this.#at] === file.id && this.#states[this.#at] === stateOf(file);
  }

  #grow(): void {
    const [ids, states] = [new Float64Array(2 * this.#count), new BigUint64Array(2 * this.#count)];
    ids.set(this.#ids);
    states.set(this.#states);
    this.#ids = ids;
    this.#states = states;
  }
}

function stateOf({ disk, checksum }: FileState): bigint {
  return hash('sha256', JSON.stringify([disk, checksum]), 'buffer').readBigUInt64BE();
}
