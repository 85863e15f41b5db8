import type { ProjectServer } from './project-server.ts';

interface Row {
  readonly id: number;
  readonly code: string;
  readonly title: string;
}

interface Trace {
  readonly id: number;
  readonly item: string;
}

/** Records acknowledged writes outside the server, and compares them with what it finds later. */
export class WriteLedger {
  readonly #server: ProjectServer;
  /** Titles that were acknowledged during the life of the current server, by code. */
  #titles = new Map<string, string>();
  #codes = 0;
  #rows = 0;
  #activity = 0;
  #revisions = 0;
  acknowledged = 0;
  /** Called at the next acknowledged write. */
  #heard: () => void = () => {};

  constructor(server: ProjectServer) {
    this.#server = server;
  }

  /** Waits until a write is acknowledged. */
  nextAcknowledged(): Promise<void> {
    return new Promise((done) => {
      this.#heard = done;
    });
  }

  /** Creates items and changes each of them, one after the other, until the server is gone. */
  async writeUntilTheEnd(): Promise<void> {
    try {
      for (;;) await this.write();
    } catch {
      // The server has been killed; the outcome of the last write is open.
    }
  }

  /** Creates an item and changes it. Fails at the first write that is not acknowledged, whose outcome is open. */
  async write(): Promise<void> {
    const code = `code ${this.#codes++}`;
    const created = await this.#server.call('POST', '/items/notes', { code, title: 'first' });
    this.#acknowledge(created.status, code, 'first');
    const { id } = created.data as Row;
    const changed = await this.#server.call('PATCH', `/items/notes/${id}`, { title: 'second' });
    this.#acknowledge(changed.status, code, 'second');
  }

  #acknowledge(status: number, code: string, title: string): void {
    if (status !== 200) throw new Error(`answered ${status}`);
    this.#titles.set(code, title);
    this.acknowledged++;
    this.#heard();
  }

  /** Writes since the last call that were lost or are incomplete. */
  async disagreements(): Promise<string[]> {
    const rows = await this.#since<Row>('/items/notes', this.#rows, 'id,code,title');
    const activity = await this.#since<Trace>('/activity', this.#activity, 'id,item', NOTES);
    const revisions = await this.#since<Trace>('/revisions', this.#revisions, 'id,item', NOTES);
    const found = [...this.#lost(rows), ...halves(rows, activity, 'activity'), ...halves(rows, revisions, 'revision')];
    this.#titles = new Map();
    this.#rows = lastOf(rows, this.#rows);
    this.#activity = lastOf(activity, this.#activity);
    this.#revisions = lastOf(revisions, this.#revisions);
    return found;
  }

  #lost(rows: readonly Row[]): string[] {
    const titles = new Map(rows.map(({ code, title }) => [code, title]));
    return [...this.#titles].flatMap(([code, title]) => {
      const stored = titles.get(code);
      return stored === title || stored === 'second' ? [] : [`${code} was acknowledged as ${title} and is ${stored}`];
    });
  }

  async #since<T>(path: string, id: number, fields: string, more = ''): Promise<T[]> {
    const query = `limit=-1&fields=${fields}&filter[id][gt]=${id}${more}`;
    const { status, data } = await this.#server.call('GET', `${path}?${query}`);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(data)}`);
    return data as T[];
  }
}

const NOTES = '&filter[collection][eq]=notes';

/** A created row has one record, a changed one two; no other row has any. */
function halves(rows: readonly Row[], traces: readonly Trace[], kind: string): string[] {
  const counts = new Map<string, number>();
  for (const { item } of traces) counts.set(item, (counts.get(item) ?? 0) + 1);
  const wrong = rows.flatMap(({ id, code, title }) => {
    const wanted = title === 'second' ? 2 : 1;
    const count = counts.get(String(id)) ?? 0;
    counts.delete(String(id));
    return count === wanted ? [] : [`${code} is ${title} and has ${count} of ${kind}`];
  });
  return [...wrong, ...Array.from(counts.keys(), (item) => `${kind} without the row ${item}`)];
}

function lastOf(rows: readonly { readonly id: number }[], before: number): number {
  return rows.reduce((last, { id }) => Math.max(last, id), before);
}
