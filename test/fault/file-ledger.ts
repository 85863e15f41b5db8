import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** A file as known outside the server: the checksums that its bytes may have, or that it is deleted. */
interface Known {
  readonly hash: string;
  readonly sums: ReadonlySet<string>;
  /** The checksums of all bytes that it may have had. */
  readonly sent: ReadonlySet<string>;
  readonly mayBeGone: boolean;
  readonly mustBeGone: boolean;
}

/** The row of a file. */
export interface FileRow {
  readonly id: number;
  readonly filename_disk: string;
  readonly private_hash: string;
  readonly checksum: string;
}

/** An existing file, with the hash in its URL. */
export interface LivingFile {
  readonly id: number;
  readonly hash: string;
}

/** Records requests and their answers, so that a server that was killed in between can be judged. */
export class FileLedger {
  readonly #files = new Map<number, Known>();

  /** The files that certainly exist. */
  living(): LivingFile[] {
    return [...this.#files].flatMap(([id, { mayBeGone, hash }]) => (mayBeGone ? [] : [{ id, hash }]));
  }

  /** Whether a file certainly exists. */
  isLiving(id: number): boolean {
    return this.#files.get(id)?.mayBeGone === false;
  }

  /** Whether a file may have, or have had, bytes with this checksum. */
  wasSent(id: number, sum: string): boolean {
    return this.#files.get(id)?.sent.has(sum) === true;
  }

  /** Records a created file. */
  created({ id, private_hash: hash }: FileRow, sum: string): void {
    this.#files.set(id, { hash, sums: new Set([sum]), sent: new Set([sum]), mayBeGone: false, mustBeGone: false });
  }

  /** Records that a file is about to be replaced. The returned function must be called with the outcome. */
  replacing(id: number, sum: string): (isDone: boolean) => void {
    const { sums, ...rest } = this.#known(id);
    const before = { ...rest, sent: new Set([...rest.sent, sum]) };
    this.#files.set(id, { ...before, sums: new Set([...sums, sum]) });
    return (isDone) => void this.#files.set(id, { ...before, sums: isDone ? new Set([sum]) : sums });
  }

  /** Records that a file is about to be deleted. The returned function must be called with the outcome. */
  deleting(id: number): (isDone: boolean) => void {
    const before = this.#known(id);
    this.#files.set(id, { ...before, mayBeGone: true });
    return (isDone) => void this.#files.set(id, { ...before, mayBeGone: isDone, mustBeGone: isDone });
  }

  /** Errors in the present rows and objects. */
  async faults(rows: readonly FileRow[], read: (disk: string) => Promise<Readable | null>): Promise<string[]> {
    const sums = await Promise.all(rows.map(({ filename_disk: disk }) => read(disk).then(sumIn)));
    const faults = rows.flatMap((row, index) => this.#faultsOf(row, sums[index] ?? null));
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, { mayBeGone }] of this.#files) if (!ids.has(id) && !mayBeGone) faults.push(`file ${id} is lost`);
    return faults;
  }

  /** Accepts the present state after a judgement. */
  settle(rows: readonly FileRow[]): void {
    this.#files.clear();
    for (const row of rows) this.created(row, row.checksum);
  }

  #faultsOf({ id, checksum }: FileRow, sum: string | null): string[] {
    const known = this.#files.get(id);
    const faults: string[] = [];
    if (sum !== checksum) faults.push(`file ${id} has ${sum} and says ${checksum}`);
    if (known && !known.mustBeGone && !known.sums.has(String(sum))) faults.push(`file ${id} has what nobody sent`);
    if (known?.mustBeGone) faults.push(`file ${id} was deleted`);
    return faults;
  }

  #known(id: number): Known {
    const known = this.#files.get(id);
    if (!known) throw new Error(`nobody knows of the file ${id}`);
    return known;
  }
}

async function sumIn(content: Readable | null): Promise<string | null> {
  return content && sumOf(await buffer(content));
}
