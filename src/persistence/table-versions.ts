/** The version of a table's rows. It changes before and after each commit that writes them. */
export interface TableVersion {
  version: number;
  /** How many transactions that have written the table are committing. */
  committing: number;
}

/** Counts this process's writes to each table, so that a read before a write is not mistaken for current. */
export class TableVersions {
  /** Changes with every write. */
  readonly all: TableVersion = { version: 0, committing: 0 };
  /** Changes with statements whose tables are unknown. */
  readonly unknown: TableVersion = { version: 0, committing: 0 };
  readonly #tables = new Map<string, TableVersion>();

  of(table: string): TableVersion {
    const known = this.#tables.get(table);
    if (known) return known;
    const fresh = { version: 0, committing: 0 };
    this.#tables.set(table, fresh);
    return fresh;
  }

  /**
   * Announces the commit of writes to some tables; null for unknown ones. Until the returned function is called, the
   * tables have no current version, because some readers may see the new rows and others not yet.
   */
  committing(tables: ReadonlySet<string> | null): () => void {
    const versions = [this.all, ...(tables ? Array.from(tables, (name) => this.of(name)) : [this.unknown])];
    for (const each of versions) {
      each.version++;
      each.committing++;
    }
    return () => {
      for (const each of versions) {
        each.version++;
        each.committing--;
      }
    };
  }
}
