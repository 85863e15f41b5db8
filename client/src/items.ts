import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { Filter } from './types/filter.ts';
import type { Aggregates, Group, Grouping } from './types/groups.ts';
import type { Paths, Sort } from './types/paths.ts';
import type { Answer } from './types/row.ts';
import type { Schema } from './types/schema.ts';
import type { Create, Key, Patch } from './types/write.ts';

/** Selects the items of a list. */
export interface Narrowed<S extends Schema<S>, C extends keyof S> extends RequestOptions {
  readonly filter?: Filter<S, C>;
  /** Searches the items' texts. */
  readonly q?: string;
  /** The statuses to list, `*` for all. */
  readonly status?: string | readonly string[];
}

interface Listed<S extends Schema<S>, C extends keyof S> extends Narrowed<S, C> {
  readonly sort?: Sort<S, C> | readonly Sort<S, C>[];
  /** The maximum number of items; negative for all. */
  readonly limit?: number;
  /** The languages of translations. */
  readonly lang?: string | readonly string[];
}

interface Grouped<S extends Schema<S>, C extends keyof S, G, A> extends Narrowed<S, C> {
  readonly groupBy?: G;
  readonly aggregate?: A;
  /** The time zone for parts of moments; UTC by default. */
  readonly tz?: string;
  /** Entries of `groupBy`, and aggregates such as `-count` or `sum.minutes`. */
  readonly sort?: string | readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly page?: number;
}

interface Paged<S extends Schema<S>, C extends keyof S> extends Listed<S, C> {
  readonly offset?: number;
  readonly page?: number;
}

/** The fields to return for each item: dotted names follow relations, and `*` is every field with a column. */
export interface Shown<S extends Schema<S>, C extends keyof S, F extends readonly string[]> {
  readonly fields?: Paths<S, C, F>;
}

interface Written {
  /** A comment for the record of the change. */
  readonly comment?: string;
}

interface Guarded {
  /** Writes only if the item is still in the state of this entity tag, which `etagOf` returns. */
  readonly ifMatch?: string | undefined;
}

/** A page of a list, and the counts in `meta`. */
export interface Page<T> {
  readonly data: T[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The items of one collection. Every method throws OctavoError. */
export class Items<S extends Schema<S>, C extends keyof S> {
  protected readonly transport: Transport;
  readonly #path: string;

  constructor(transport: Transport, path: string) {
    this.transport = transport;
    this.#path = path;
  }

  /** Lists items, at most 200 by default. */
  list<const F extends readonly string[] = readonly []>(
    query: Paged<S, C> & Shown<S, C, F> = {},
  ): Promise<Answer<S, C, F>[]> {
    return this.#ask('GET', '', query);
  }

  /** Lists items with counts: `meta` names the counts, `*` is all. */
  async page<const F extends readonly string[] = readonly []>(
    query: Paged<S, C> & Shown<S, C, F> & { readonly meta?: string | readonly string[] } = {},
  ): Promise<Page<Answer<S, C, F>>> {
    const { data, meta = {} } = await this.transport.whole('GET', this.#path, { meta: '*', ...query } as object);
    return { data, meta };
  }

  /** Lists groups of items, with the aggregates of each. */
  groups<
    const G extends readonly Grouping<S, C>[] = readonly [],
    const A extends Aggregates<S, C> = Record<never, never>,
  >(query: Grouped<S, C, G, A>): Promise<Group<S, C, G, A>[]> {
    return this.#ask('GET', '', query);
  }

  /**
   * Yields every item, read in pages of `limit` (200 by default) by cursor, so that concurrent writes cause no gaps or
   * repetitions.
   */
  async *all<const F extends readonly string[] = readonly []>(
    query: Listed<S, C> & Shown<S, C, F> = {},
  ): AsyncGenerator<Answer<S, C, F>, void, undefined> {
    let after: string | null | undefined;
    do {
      const paged: object = { limit: 200, ...query, meta: 'cursor', after };
      const { data, meta } = await this.transport.whole('GET', this.#path, paged);
      yield* data as Answer<S, C, F>[];
      after = meta?.cursor?.after;
    } while (after);
  }

  /** One item; error 203 if there is none. */
  get<const F extends readonly string[] = readonly []>(
    key: Key,
    query: RequestOptions & Shown<S, C, F> & { readonly lang?: string | readonly string[] } = {},
  ): Promise<Answer<S, C, F>> {
    return this.#ask('GET', at(key), query);
  }

  /** The first item of a list; null if the list is empty. */
  async first<const F extends readonly string[] = readonly []>(
    query: Paged<S, C> & Shown<S, C, F> = {},
  ): Promise<Answer<S, C, F> | null> {
    const [item = null] = await this.list({ ...query, limit: 1 } as never);
    return item as Answer<S, C, F> | null;
  }

  /** Creates an item. */
  create<const F extends readonly string[] = readonly []>(
    item: Create<S, C>,
    query: RequestOptions & Shown<S, C, F> & Written = {},
  ): Promise<Answer<S, C, F>> {
    return this.#ask('POST', '', query, item);
  }

  /** Creates items, all of them or none. */
  createMany<const F extends readonly string[] = readonly []>(
    items: readonly Create<S, C>[],
    query: RequestOptions & Shown<S, C, F> & Written = {},
  ): Promise<Answer<S, C, F>[]> {
    return this.#ask('POST', '', query, items);
  }

  /** Changes an item. */
  async update<const F extends readonly string[] = readonly []>(
    key: Key,
    change: Patch<S, C>,
    query: RequestOptions & Shown<S, C, F> & Written & Guarded = {},
  ): Promise<Answer<S, C, F>> {
    return (await this.#change(at(key), query, change))[0] as never;
  }

  /** Changes items, each of which contains its key: all of them or none. */
  updateMany<const F extends readonly string[] = readonly []>(
    changes: readonly Patch<S, C>[],
    query: RequestOptions & Shown<S, C, F> & Written = {},
  ): Promise<Answer<S, C, F>[]> {
    return this.#change('', query, changes);
  }

  /** Deletes an item, or several, permanently. */
  delete(key: Key | readonly Key[], query: RequestOptions & Guarded = {}): Promise<void> {
    return this.#ask('DELETE', at(key), query);
  }

  /** The states of an item, oldest first. */
  revisions(key: Key, query: RequestOptions & Readonly<Record<string, unknown>> = {}): Promise<Revision[]> {
    return this.#ask('GET', `${at(key)}/revisions`, query);
  }

  /** Restores an item to the state of a revision. */
  revert(key: Key, revision: Key, query: RequestOptions = {}): Promise<S[C]['fields']> {
    return this.#ask('PATCH', `${at(key)}/revert${at(revision)}`, query);
  }

  /**
   * The server answers a change of a file with a list containing that file, and a change of several with a list of such
   * lists.
   */
  async #change(key: string, query: object, change: unknown): Promise<never[]> {
    return [await this.#ask('PATCH', key, query, change)].flat(2) as never[];
  }

  #ask(method: string, path: string, query: object, body?: unknown): Promise<never> {
    return this.transport.ask(method, this.#path + path, query, body);
  }
}

/** A state of an item, and the change that led to it. */
export interface Revision {
  readonly id: number;
  readonly activity: number;
  readonly collection: string;
  readonly item: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly delta: unknown;
  readonly parent_collection: string | null;
  readonly parent_item: string | null;
  readonly parent_changed: boolean;
}

const at = (key: Key | readonly Key[]): string =>
  `/${[key]
    .flat()
    .map(encodeURIComponent as never)
    .join()}`;
