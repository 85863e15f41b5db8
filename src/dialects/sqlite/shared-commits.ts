import { Mutex } from '../../shared/mutex.ts';
import type { Connection } from '../dialect.ts';

/** A group that grows beyond this commits before the next writer comes. */
const MEMBERS = 128;
const AGE_MS = 20;

/** The connection that writes: its statements, and what begins and ends transactions. */
interface Writer extends Connection {
  exec(text: string): void;
}

/** Writers whose changes are committed together. */
class Group {
  readonly begun = performance.now();
  readonly committed: Promise<void>;
  members = 0;
  commit: () => void = () => {};
  fail: (error: unknown) => void = () => {};

  constructor() {
    this.committed = new Promise((done, fail) => {
      this.commit = done;
      this.fail = fail;
    });
    // Who waits for it hears of it; a group without members has nobody.
    this.committed.catch(() => {});
  }

  get isFull(): boolean {
    return this.members >= MEMBERS || performance.now() - this.begun >= AGE_MS;
  }
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Lets writers share commits, since bringing a commit to disk takes longer than most of what they do. Each works alone,
 * in a savepoint of its own, in the one transaction of the group; who fails goes back to the savepoint. Nobody hears
 * that work is done before the commit is on disk. Who comes while the requests at hand are looked at, joins.
 */
export class SharedCommits {
  readonly #writer: Writer;
  readonly #begin: () => Promise<void>;
  readonly #turn = new Mutex();
  #group: Group | null = null;

  /** `begin` takes the lock of the file, which another process may hold. */
  constructor(writer: Writer, begin: () => Promise<void>) {
    this.#writer = writer;
    this.#begin = begin;
  }

  /** Runs `work` whole or not at all; returns when it is on disk. */
  async run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { group, outcome } = await this.#turn.run(async () => {
      const group = await this.#open();
      const outcome = await this.#member(group, work);
      if (group.isFull) this.#commit(group);
      return { group, outcome };
    });
    await group.committed;
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Runs `end` when everybody is done, and everything is on disk. */
  close(end: () => void): Promise<void> {
    return this.#turn.run(async () => {
      if (this.#group) this.#commit(this.#group);
      end();
    });
  }

  async #open(): Promise<Group> {
    if (this.#group) return this.#group;
    await this.#begin();
    const group = new Group();
    this.#group = group;
    // When the requests that have come so far have had their chance to join.
    setImmediate(() => void this.#turn.run(async () => this.#commit(group)));
    return group;
  }

  async #member<T>(group: Group, work: (connection: Connection) => Promise<T>): Promise<Outcome<T>> {
    group.members++;
    this.#writer.exec('SAVEPOINT member');
    try {
      const value = await work(this.#writer);
      this.#writer.exec('RELEASE member');
      return { value };
    } catch (error) {
      this.#rollBack(group, error);
      return { error };
    }
  }

  #rollBack(group: Group, error: unknown): void {
    try {
      this.#writer.exec('ROLLBACK TO member; RELEASE member');
    } catch {
      // The engine has rolled the whole transaction back, as it does when the disk is full.
      this.#fail(group, error);
    }
  }

  #commit(group: Group): void {
    if (this.#group !== group) return;
    try {
      this.#writer.exec('COMMIT');
      this.#group = null;
      group.commit();
    } catch (error) {
      this.#fail(group, error);
    }
  }

  #fail(group: Group, error: unknown): void {
    this.#group = null;
    try {
      this.#writer.exec('ROLLBACK');
    } catch {
      // The engine rolled back by itself.
    }
    group.fail(error);
  }
}
