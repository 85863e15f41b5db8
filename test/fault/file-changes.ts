import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Random } from '../support/battery.ts';
import { isImage } from './file-judge.ts';
import { type FileLedger, type FileRow, type LivingFile, sumOf } from './file-ledger.ts';
import type { Answer, ProjectServer } from './project-server.ts';

const SMALL = 100_000;
/** One in this many uploads is large. */
const LARGE_ARE = 16;
/** Anything beyond this is a second part of an upload to a bucket. */
const PART = 5 * 1024 * 1024;

/** The maximum number of files per worker, because the judge reads all of them. */
const FILES = 3;

/** The kinds of changes, with their relative frequencies. */
const SHARES = { upload: 4, replace: 4, rename: 3, delete: 2 } as const;
type Look = 'thumbnail' | 'download';
type Change = keyof typeof SHARES;

/** The large one takes several writes, and the most time to make. */
const PRESETS = ['small-crop', 'small-contain', 'medium-crop', 'medium-contain', 'large-crop'];
const TURNS = Object.entries(SHARES).flatMap(([change, share]) => Array<Change>(share).fill(change as Change));

/** Changes files at random, and records the possible outcomes in a ledger. */
export class FileChanges {
  readonly #server: ProjectServer;
  readonly #ledger: FileLedger;
  readonly #image: Buffer;
  readonly #random: Random;
  /** The number of answers by status. */
  readonly statuses = new Map<number, number>();
  /** Wrong answers: refusals of existing files, and bytes that were never sent. */
  readonly wrong: string[] = [];
  /** The number of changes that were acknowledged. */
  acknowledged = 0;
  #answers = 0;
  #waiting: { readonly answers: number; readonly tell: () => void } | undefined;
  /** How often a kind of request was in progress when the server died. */
  readonly cutOff = new Map<Change | Look, number>();

  private constructor(server: ProjectServer, ledger: FileLedger, image: Buffer, random: Random) {
    this.#server = server;
    this.#ledger = ledger;
    this.#image = image;
    this.#random = random;
  }

  static async make(server: ProjectServer, ledger: FileLedger, random: Random): Promise<FileChanges> {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 100, height: 75, channels: 3, background: '#467', noise } as const;
    return new FileChanges(server, ledger, await sharp({ create }).png().toBuffer(), random);
  }

  /** Changes its own files until the server is gone. */
  changeUntilTheEnd(mine: (id: number) => boolean): Promise<void> {
    return this.#untilTheEnd(() => {
      const files = this.#ledger.living().filter(({ id }) => mine(id));
      const file = this.#anyOf(files);
      const change = file ? (this.#anyOf(TURNS) ?? 'upload') : 'upload';
      if (file && files.length > FILES) return ['delete', () => this.#changed('delete', this.#delete(file))];
      return [change, () => this.#changed(change, this.#make(change, file))];
    });
  }

  /** Reads files and requests thumbnails until the server is gone. */
  lookUntilTheEnd(): Promise<void> {
    return this.#untilTheEnd(() => {
      const file = this.#anyOf(this.#ledger.living());
      if (!file) return ['upload', () => this.#changed('upload', this.#upload())];
      return this.#random(2) === 0 ? ['download', () => this.#download(file)] : ['thumbnail', () => this.#look(file)];
    });
  }

  /** Resolves when this many more changes have been answered. */
  answered(more: number): Promise<void> {
    return new Promise((tell) => {
      this.#waiting = { answers: this.#answers + more, tell };
      if (more === 0) tell();
    });
  }

  async #untilTheEnd(next: () => readonly [Change | Look, () => Promise<number>]): Promise<void> {
    for (;;) {
      const [asked, make] = next();
      try {
        count(this.statuses, await make());
      } catch (error) {
        if (this.#server.isRunning) this.wrong.push(`${asked}: ${error}`);
        return count(this.cutOff, asked);
      }
    }
  }

  async #changed(change: Change, answer: Promise<Answer>): Promise<number> {
    const { status, data } = await answer;
    if (status < 300) this.acknowledged++;
    else this.wrong.push(`${change}: ${status} ${JSON.stringify(data)}`);
    this.#answers++;
    if (this.#waiting && this.#answers >= this.#waiting.answers) this.#waiting.tell();
    return status;
  }

  #make(change: Change, file: LivingFile | undefined): Promise<Answer> {
    if (!file || change === 'upload') return this.#upload();
    if (change === 'replace') return this.#replace(file);
    return change === 'rename' ? this.#rename(file) : this.#delete(file);
  }

  /** A unique image. */
  #bytes(least = 1): Buffer<ArrayBuffer> {
    return Buffer.concat([this.#image, randomBytes(least + this.#random(SMALL))]);
  }

  async #upload(): Promise<Answer> {
    const bytes = this.#bytes(this.#random(LARGE_ARE) === 0 ? PART : 1);
    const answer = await this.#server.upload(bytes, 'file.png');
    if (answer.status === 200) this.#ledger.created(answer.data as FileRow, sumOf(bytes));
    return answer;
  }

  async #replace({ id }: LivingFile): Promise<Answer> {
    const bytes = this.#bytes();
    const end = this.#ledger.replacing(id, sumOf(bytes));
    const answer = await this.#server.call('PATCH', `/files/${id}`, { data: bytes.toString('base64') });
    end(answer.status === 200);
    return answer;
  }

  #rename({ id }: LivingFile): Promise<Answer> {
    return this.#server.call('PATCH', `/files/${id}`, { filename_disk: `${randomUUID()}.png` });
  }

  async #delete({ id }: LivingFile): Promise<Answer> {
    const end = this.#ledger.deleting(id);
    const answer = await this.#server.call('DELETE', `/files/${id}`);
    end(answer.status === 204);
    return answer;
  }

  #look(file: LivingFile): Promise<number> {
    return this.#seen(file, `?key=directus-${this.#anyOf(PRESETS)}`, isImage);
  }

  #download(file: LivingFile): Promise<number> {
    return this.#seen(file, '', async (bytes) => this.#ledger.wasSent(file.id, sumOf(bytes)));
  }

  /** Checks a file, which must be complete or deleted. */
  async #seen(
    { id, hash }: LivingFile,
    form: string,
    isWhole: (bytes: Uint8Array) => Promise<boolean>,
  ): Promise<number> {
    const { status, bytes } = await this.#server.download(`/assets/${hash}${form}`);
    const isRight = status === 404 ? !this.#ledger.isLiving(id) : status === 200 && (await isWhole(bytes));
    if (!isRight)
      this.wrong.push(
        `${form || 'original'}: ${status} ${bytes.length} ${Buffer.from(bytes).toString('latin1', 0, 200)}`,
      );
    return status;
  }

  #anyOf<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.#random(list.length)];
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
