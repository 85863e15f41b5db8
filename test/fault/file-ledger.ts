import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ProjectServer } from './project-server.ts';

const SMALL = 300_000;
/** More than one part of an upload to a bucket. */
const LARGE = 7_000_000;

const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** A file as far as somebody outside of the server knows it: the sums that its content may have, or that it is gone. */
interface Known {
  readonly sums: ReadonlySet<string>;
  readonly mayBeGone: boolean;
  readonly mustBeGone: boolean;
}

/** What a row says of a file. */
export interface FileRow {
  readonly id: number;
  readonly filename_disk: string;
  readonly checksum: string;
}

/** Notes what was asked for and what was answered, so that a server can be judged that was killed in between. */
export class FileLedger {
  readonly #files = new Map<number, Known>();
  readonly statuses = new Map<number, number>();

  /** Makes a random change; throws when the server goes away in the middle of it. */
  async change(server: ProjectServer, mine: (id: number) => boolean): Promise<void> {
    const living = [...this.#files].filter(([id, file]) => mine(id) && !file.mayBeGone).map(([id]) => id);
    const id = living[randomInt(Math.max(1, living.length))];
    const turn = randomInt(10);
    if (id === undefined || turn < 4) await this.#upload(server);
    else if (turn < 8) await this.#replace(server, id);
    else await this.#delete(server, id);
  }

  /** What is wrong with the rows and contents that are there. */
  async faults(rows: readonly FileRow[], read: (disk: string) => Promise<Readable | null>): Promise<string[]> {
    const faults: string[] = [];
    for (const row of rows) {
      const content = await read(row.filename_disk);
      const sum = content && sumOf(await buffer(content));
      const known = this.#files.get(row.id);
      if (sum !== row.checksum) faults.push(`file ${row.id} has ${sum} and says ${row.checksum}`);
      if (known && !known.mustBeGone && !known.sums.has(String(sum)))
        faults.push(`file ${row.id} has what nobody sent`);
      if (known?.mustBeGone) faults.push(`file ${row.id} was deleted`);
    }
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, { mayBeGone }] of this.#files) if (!ids.has(id) && !mayBeGone) faults.push(`file ${id} is lost`);
    return faults;
  }

  /** After a judgement, what there is is what is known. */
  settle(rows: readonly FileRow[]): void {
    this.#files.clear();
    for (const { id, checksum } of rows)
      this.#files.set(id, { sums: new Set([checksum]), mayBeGone: false, mustBeGone: false });
  }

  async #upload(server: ProjectServer): Promise<void> {
    const bytes = randomBytes(randomInt(1, randomInt(4) === 0 ? LARGE : SMALL));
    const { status, data } = await server.upload(bytes, 'file.bin');
    this.#count(status);
    if (status === 200)
      this.#files.set(Number((data as { id: number }).id), {
        sums: new Set([sumOf(bytes)]),
        mayBeGone: false,
        mustBeGone: false,
      });
  }

  async #replace(server: ProjectServer, id: number): Promise<void> {
    const bytes = randomBytes(randomInt(1, SMALL));
    const before = this.#files.get(id)?.sums ?? [];
    this.#files.set(id, { sums: new Set([...before, sumOf(bytes)]), mayBeGone: false, mustBeGone: false });
    const { status } = await server.call('PATCH', `/files/${id}`, { data: bytes.toString('base64') });
    this.#count(status);
    const sums = status === 200 ? [sumOf(bytes)] : before;
    this.#files.set(id, { sums: new Set(sums), mayBeGone: false, mustBeGone: false });
  }

  async #delete(server: ProjectServer, id: number): Promise<void> {
    const known = this.#files.get(id) ?? { sums: new Set<string>() };
    this.#files.set(id, { ...known, mayBeGone: true, mustBeGone: false });
    const { status } = await server.call('DELETE', `/files/${id}`);
    this.#count(status);
    this.#files.set(id, { ...known, mayBeGone: status === 204, mustBeGone: status === 204 });
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}
