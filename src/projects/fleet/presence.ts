import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A server that has not updated its file for this long is gone. */
const GONE_MS = 20_000;

/** How often a process that works shows that it is alive. */
const SIGN_MS = 2_000;

/** Several servers may be in one process. */
const ownIds = new Set<string>();

/** The servers that share a data folder. Each has a file that it touches periodically. */
export class Presence {
  readonly id = randomUUID();
  readonly #folder: string;
  /** The other servers that were alive when {@link hasLost} was called last. */
  #known: readonly string[] = [];
  /** When this server last found that it had stood still, by the process's own time. */
  #woke = Number.NEGATIVE_INFINITY;

  constructor(data: string) {
    this.#folder = join(data, 'servers');
    ownIds.add(this.id);
  }

  /** Shows that this server is alive. Must be called every few seconds. */
  touch(): void {
    const before = modified(this.#file);
    try {
      rewrite(this.#file, OWN);
    } catch {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, OWN, { mode: 0o600 });
    }
    const after = modified(this.#file);
    if (before !== null && after !== null && after - before > GONE_MS) this.#woke = performance.now();
  }

  /** Shows that this process is alive while `work` runs, whether or not it is a server. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const isShown = existsSync(this.#file);
    this.touch();
    const sign = setInterval(() => this.touch(), SIGN_MS).unref();
    try {
      return await work();
    } finally {
      clearInterval(sign);
      if (!isShown) rmSync(this.#file, { force: true });
    }
  }

  /** Whether another server shares the data folder. */
  get hasOthers(): boolean {
    return this.#others().length > 0;
  }

  /** Whether a server has stopped or died since the last call. */
  hasLost(): boolean {
    const before = this.#known;
    this.#known = this.#others();
    return before.some((id) => !this.#known.includes(id));
  }

  /** The other servers that are alive. Files of servers that are gone are removed. */
  #others(): readonly string[] {
    const others = names(this.#folder).filter((name) => name !== this.id);
    const alive = others.filter((name) => this.isAlive(name));
    for (const name of others) if (!alive.includes(name)) rmSync(join(this.#folder, name), { force: true });
    return alive;
  }

  /** Whether a server is alive, as far as can be determined from here. */
  isAlive(id: string): boolean {
    if (id === this.id) return true;
    const file = join(this.#folder, id);
    const shown = modified(file);
    // The clocks of servers may differ; the file system's is one for all.
    const now = modified(this.#file) ?? Date.now();
    if (shown === null || (now - shown > GONE_MS && !this.#hasJustWoken)) return false;
    return !isGoneHere(file);
  }

  /** Removes this server's file. */
  leave(): void {
    ownIds.delete(this.id);
    rmSync(this.#file, { force: true });
  }

  get #file(): string {
    return join(this.#folder, this.id);
  }

  /**
   * Whether this server stood still until a moment ago, as on a machine that was asleep, or the clock was set forward.
   * The files of other servers are old then, too, although these are alive.
   */
  get #hasJustWoken(): boolean {
    return performance.now() - this.#woke < GONE_MS;
  }
}

const names = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Where process ids have a meaning: the machine, and the namespace, because every container has a process 1. */
const HERE = `${hostname()} ${pidNamespace()}`.trim();

/** The content of this process's files. */
const OWN = `${process.pid} ${HERE}\n`;

/** When the file system says that a file was last written, in milliseconds since 1970; null if there is no such file. */
const modified = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;

/** Writes the content of an existing file again, so that the file system sets its time. */
function rewrite(file: string, content: string): void {
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, content, 0);
  } finally {
    closeSync(handle);
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Whether a process of this machine is certainly gone. Its id may have been reused, even by this process. */
function isGoneHere(file: string): boolean {
  try {
    const [pid = '', ...place] = readFileSync(file, 'utf8').trim().split(' ');
    if (place.join(' ') !== HERE) return false;
    return Number(pid) === process.pid ? !ownIds.has(file.slice(-36)) : !isRunning(Number(pid));
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code !== 'ESRCH';
  }
}
