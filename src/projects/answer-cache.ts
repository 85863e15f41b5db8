import type { Database, Dialect } from '../dialects/dialect.ts';
import type { Catalog } from '../persistence/catalog.ts';
import { Recording } from '../persistence/recording.ts';
import type { TableVersion, TableVersions } from '../persistence/table-versions.ts';
import type { BoundedMemory, Held } from '../shared/bounded-memory.ts';
import { Flights } from './flights.ts';
import type { Body, TaggedAnswer } from './tagged-answer.ts';

/** The size of an entry besides its texts. */
const OVERHEAD = 1_000;

/** The part of a project that its answers depend on. */
interface Subject {
  readonly catalog: Catalog;
  readonly database: Database;
  readonly dialect: Dialect;
}

/** A cached answer, with what it was made from. */
export class CachedAnswer implements Held, TaggedAnswer {
  readonly key: string;
  readonly bytes: number;
  readonly tag: string;
  usedAt = 0;
  #body: Body;
  readonly #answers: AnswerCache;
  readonly #catalog: Catalog;
  readonly #term: number;
  readonly #tables: readonly TableVersion[];
  readonly #versions: number[];

  constructor(answers: AnswerCache, key: string, recording: Recording, { body, tag }: TaggedAnswer) {
    this.key = key;
    this.tag = tag;
    this.#body = body;
    this.bytes = OVERHEAD + 2 * key.length + (typeof body === 'string' ? 2 * body.length : body.byteLength);
    this.#answers = answers;
    this.#catalog = recording.catalog;
    this.#term = recording.term;
    this.#tables = [...recording.seen.keys()];
    this.#versions = [...recording.seen.values()];
  }

  get body(): Body {
    return this.#body;
  }

  /** Whether a read now would give the same answer. */
  get isCurrent(): boolean {
    const { catalog, database } = this.#answers.subject;
    return catalog === this.#catalog && this.#isUnwritten() && database.term?.() === this.#term;
  }

  #isUnwritten(): boolean {
    let at = 0;
    for (const table of this.#tables) if (table.version !== this.#versions[at++] || table.committing > 0) return false;
    return true;
  }

  use(now: number): void {
    this.#answers.use(this, now);
  }

  /** Removes it from the cache. Others may still hold this object, but not its text. */
  evict(): void {
    this.#answers.remove(this);
    this.#body = '';
    // No table has this version.
    this.#versions[0] = Number.NaN;
  }
}

/**
 * Caches a project's answers. An answer is valid as long as the catalogue is the same, this process has written none of
 * the tables that it was read from, and no other process has written.
 */
export class AnswerCache {
  readonly subject: Subject;
  readonly flights = new Flights();
  readonly #versions: TableVersions;
  readonly #memory: BoundedMemory;
  /** In the order of their last use. */
  readonly #entries = new Map<string, CachedAnswer>();
  #bytes = 0;
  #spread: { readonly catalog: Catalog; may: boolean } | undefined;

  constructor(subject: Subject, versions: TableVersions, memory: BoundedMemory) {
    this.subject = subject;
    this.#versions = versions;
    this.#memory = memory;
  }

  /** Whether caching is off. */
  get isOff(): boolean {
    return this.#memory.isOff || !this.subject.catalog.settings.cachesAnswers;
  }

  /** The current answer under a key. */
  get(key: string): CachedAnswer | undefined {
    const known = this.#entries.get(key);
    if (!known) return undefined;
    if (known.isCurrent) return known;
    known.evict();
    return undefined;
  }

  /**
   * Begins to record what an answer is made from, and a flight; null if it cannot be cached. Must be called before the
   * first read.
   */
  record(key: string): Recording | null {
    const { catalog, database } = this.subject;
    if (this.isOff) return null;
    const term = database.term?.() ?? null;
    if (term === null) return null;
    const recording = new Recording(this.#versions, catalog, term, this.#maySpread(catalog));
    this.flights.begin(key, recording);
    return recording;
  }

  /** Caches an answer, unless something that it was made from has changed since the recording began. */
  set(key: string, recording: Recording, made: TaggedAnswer): CachedAnswer | undefined {
    const answer = new CachedAnswer(this, key, recording, made);
    if (!this.#memory.takes(answer.bytes) || !answer.isCurrent) return undefined;
    this.#entries.get(key)?.evict();
    this.#entries.set(key, answer);
    this.#bytes += answer.bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#memory.share) break;
      oldest.evict();
    }
    this.#memory.add(answer);
    return answer;
  }

  use(answer: CachedAnswer, now: number): void {
    if (!this.#memory.use(answer, now) || this.#entries.get(answer.key) !== answer) return;
    this.#entries.delete(answer.key);
    this.#entries.set(answer.key, answer);
  }

  remove(answer: CachedAnswer): void {
    if (this.#entries.get(answer.key) !== answer) return;
    this.#entries.delete(answer.key);
    this.#bytes -= answer.bytes;
    this.#memory.remove(answer);
  }

  clear(): void {
    for (const answer of [...this.#entries.values()]) answer.evict();
  }

  /** Whether writes may spread to other tables. The database is queried once per catalogue; until then they may. */
  #maySpread(catalog: Catalog): boolean {
    if (this.#spread?.catalog === catalog) return this.#spread.may;
    const asked = { catalog, may: true };
    this.#spread = asked;
    const { dialect, database } = this.subject;
    dialect.writesSpread(database).then(
      (spreads) => {
        asked.may = spreads;
      },
      () => {
        if (this.#spread === asked) this.#spread = undefined;
      },
    );
    return true;
  }
}
