import type { Database } from '../../dialects/dialect.ts';
import type { IndexHint } from '../../query/plan/index-hints.ts';
import type { Background } from '../../shared/background.ts';
import { Lru } from '../../shared/lru.ts';
import type { Surroundings } from '../surroundings.ts';

/** Smaller tables are read in a few milliseconds. */
const LARGE = 10_000;
const FRESH_MS = 60_000;
const TABLES = 1_000;
const MAX_LOGGED = 1_000;

interface Size {
  readonly rows: number;
  readonly at: number;
}

/** The project whose reads are advised on. */
interface Advised {
  readonly project: string;
  readonly database: Pick<Database, 'rowsOf'>;
  readonly surroundings: Pick<Surroundings, 'log'>;
  readonly background: Background;
}

/**
 * Tells which indexes would help the reads of a project. The sizes of tables are read in the background, at most once a
 * minute each, so that no request waits for them. The first read of a large table may therefore get no advice.
 */
export class IndexAdvice {
  readonly #project: Advised;
  readonly #sizes = new Lru<string, Size>(TABLES);
  readonly #logged = new Set<string>();

  constructor(project: Advised) {
    this.#project = project;
  }

  /** The hints that apply to tables of their present size, as sentences; each is logged once. */
  on(hints: readonly IndexHint[]): readonly string[] {
    return hints.flatMap(({ collection, field, text: isText }) => {
      if (this.#rowsOf(collection) <= LARGE) return [];
      const text = `${isText ? 'a text' : 'an'} index on ${collection}.${field} would help`;
      this.#log(text);
      return [text];
    });
  }

  #log(text: string): void {
    if (this.#logged.has(text) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(text);
    this.#project.surroundings.log.info({ project: this.#project.project }, text);
  }

  #rowsOf(table: string): number {
    const size = this.#sizes.get(table);
    const at = performance.now();
    if (size && at - size.at < FRESH_MS) return size.rows;
    this.#sizes.set(table, { rows: size?.rows ?? 0, at });
    this.#project.background.start(() => this.#read(table));
    return size?.rows ?? 0;
  }

  async #read(table: string): Promise<void> {
    const rows = await this.#project.database.rowsOf(table);
    // There is no advice about tables of unknown size.
    this.#sizes.set(table, { rows: Number.isFinite(rows) ? rows : 0, at: performance.now() });
  }
}
