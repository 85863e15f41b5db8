import type { Awaitable } from '../../shared/awaitable.ts';
import { type Account, charge } from '../../shared/loop-time.ts';
import { Mutex } from '../../shared/mutex.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Connection } from '../dialect.ts';
import { LongTransaction, TransactionTooLarge } from './long-transaction.ts';

/** A group with this many members commits before the next writer may join. */
const MEMBERS = 128;
const AGE_MS = 20;

/** The writing connection: runs statements, begins and ends transactions. */
interface Writer extends Connection {
  exec(text: string): void;
}

/** The operations around the transaction of a group. */
interface Surroundings {
  /** Charged for the time that writers and commits take. */
  readonly account: Account | null;
  /** Begins a transaction when no other process has one open, then immediately calls `begun` and returns its result. */
  begin<T>(begun: () => T): Promise<T>;
  /** Called before a commit. */
  beforeCommit(): void;
  /** Called after a commit. */
  afterCommit(): void;
  /** Returns, or resolves, when everything committed is on disk. */
  synced(): Awaitable<void>;
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
    // Waiting members get the error; a group without members has nobody to notify.
    this.committed.catch(() => {});
  }

  get isFull(): boolean {
    return this.members >= MEMBERS || performance.now() - this.begun >= AGE_MS;
  }
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Group commit, because syncing a commit to disk takes longer than most writes. Writers run one at a time, all but the
 * first in a savepoint of the group's transaction, and a failure rolls back to that savepoint. No writer returns before
 * the commit is on disk. Writers that arrive while pending requests are being handled join the group.
 */
export class SharedCommits {
  readonly #writer: Writer;
  readonly #around: Surroundings;
  readonly #turn = new Mutex();
  #group: Group | null = null;

  constructor(writer: Writer, around: Surroundings) {
    this.#writer = writer;
    this.#around = around;
  }

  /** Whether the connection has a transaction open. */
  get isOpen(): boolean {
    return this.#group !== null;
  }

  /**
   * Runs `work` atomically; returns when it is on disk. Throws {@link TransactionTooLarge} if it would change more bytes
   * than `most`.
   */
  async run<T>(work: (connection: Connection) => Promise<T>, most?: number): Promise<T> {
    const { group, outcome } = await this.#turn.run(async () => {
      const group = await this.#open();
      const outcome = await this.#member(group, work, most);
      if (group.isFull) {
        this.#commit(group);
        // Without this, nothing but writes would run as long as writers are waiting.
        await yieldToEventLoop();
      }
      return { group, outcome };
    });
    await group.committed;
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Runs `work` while no transaction is open: after all earlier writers, while later ones wait. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#turn.run(() => {
      if (this.#group) this.#commit(this.#group);
      return work();
    });
  }

  async #open(): Promise<Group> {
    if (this.#group) return this.#group;
    const group = await this.#around.begin(() => this.#add());
    // Pending requests get a chance to join first.
    setImmediate(() => void this.#turn.run(async () => this.#commit(group)));
    return group;
  }

  #add(): Group {
    const group = new Group();
    this.#group = group;
    return group;
  }

  /** Runs a writer; the first one has the transaction to itself until it is done. */
  async #member<T>(
    group: Group,
    work: (connection: Connection) => Promise<T>,
    most: number | undefined,
  ): Promise<Outcome<T>> {
    charge(this.#around.account);
    const isFirst = group.members++ === 0;
    if (!isFirst) this.#writer.exec('SAVEPOINT member');
    try {
      const connection = new LongTransaction(this.#writer, this.#around.account, most);
      const value = await work(connection);
      if (connection.isTooLarge) throw new TransactionTooLarge();
      if (!isFirst) this.#writer.exec('RELEASE member');
      return { value };
    } catch (error) {
      if (isFirst) this.#abandon(group);
      else this.#rollBack(group, error);
      return { error };
    }
  }

  /** Ends a group whose only member has failed. */
  #abandon(group: Group): void {
    this.#end();
    group.commit();
  }

  #rollBack(group: Group, error: unknown): void {
    try {
      this.#writer.exec('ROLLBACK TO member');
      this.#writer.exec('RELEASE member');
    } catch {
      // The engine has rolled back the complete transaction, for example because the disk is full.
      this.#fail(group, error);
    }
  }

  #commit(group: Group): void {
    if (this.#group !== group) return;
    charge(this.#around.account);
    try {
      this.#around.beforeCommit();
      this.#writer.exec('COMMIT');
      this.#group = null;
      const syncing = this.#around.synced();
      if (syncing) syncing.then(group.commit, group.fail);
      else group.commit();
      this.#around.afterCommit();
    } catch (error) {
      this.#fail(group, error);
    }
  }

  #fail(group: Group, error: unknown): void {
    this.#end();
    group.fail(error);
  }

  #end(): void {
    this.#group = null;
    try {
      this.#writer.exec('ROLLBACK');
    } catch {
      // The engine rolled back by itself.
    }
  }
}
