import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
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

  constructor(data: string) {
    this.#folder = join(data, 'servers');
    ownIds.add(this.id);
  }

  /** Shows that this server is alive. Must be called every few seconds. */
  touch(): void {
    const file = join(this.#folder, this.id);
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, `${process.pid} ${HERE}\n`, { mode: 0o600 });
    }
  }

  /** Shows that this process is alive while `work` runs, whether or not it is a server. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const isShown = existsSync(join(this.#folder, this.id));
    this.touch();
    const sign = setInterval(() => this.touch(), SIGN_MS).unref();
    try {
      return await work();
    } finally {
      clearInterval(sign);
      if (!isShown) rmSync(join(this.#folder, this.id), { force: true });
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
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found || Date.now() - found.mtimeMs > GONE_MS) return false;
    return !isGoneHere(file);
  }

  /** Removes this server's file. */
  leave(): void {
    ownIds.delete(this.id);
    rmSync(join(this.#folder, this.id), { force: true });
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
