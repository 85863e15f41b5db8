import { bind } from '../../dialects/bind.ts';
import type { Printed } from '../../dialects/dialect.ts';
import type { MetaKey, Query } from '../../query/ast.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Source } from '../source.ts';
import type { CompiledRead } from './compiled-read.ts';
import type { PageEnds } from './page.ts';
import { offsetOf } from './paging.ts';

/** Metadata of an answer: an object, or the empty list if no supported name was requested. */
export type Meta = Record<string, unknown> | [];

/** The URL of a page, for links to other pages; undefined if there are no links. */
export interface PageUrl {
  readonly self: string;
  /** The query string as sent, decoded, in its original order. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A query with requested metadata, and what is needed to count its result. */
export interface Asked {
  readonly source: Source;
  readonly query: Query;
  readonly compiled?: CompiledRead;
  readonly binding?: Binding;
  readonly url?: PageUrl | undefined;
  readonly ends?: PageEnds | undefined;
}

/**
 * Returns the metadata that `meta` requests, in the contract's order. `shown` is the number of items in the list, null
 * for a single item. (Contract, Q-160 to Q-176.)
 */
export async function readMeta(asked: Asked, shown: number | null, ofItem?: Collection): Promise<Meta> {
  const wanted = asked.query.meta ?? new Set<MetaKey>();
  const collection = ofItem ?? asked.compiled?.plan.root.collection;
  const meta: Record<string, unknown> = {};
  if (wanted.has('collection')) meta.collection = collection?.name;
  if (wanted.has('type')) meta.type = shown === null ? 'item' : 'collection';
  if (shown !== null) await addListMeta(meta, asked, shown, wanted);
  if (shown !== null && asked.ends) meta.cursor = asked.ends;
  return Object.keys(meta).length > 0 ? meta : [];
}

/** Runs a counting statement and returns its result. */
export async function countOf({ reader }: Source, printed: Printed, binding: Binding): Promise<number> {
  return Number((await reader.all(bind(printed, binding)))[0]?.[0] ?? 0);
}

async function addListMeta(
  meta: Record<string, unknown>,
  asked: Asked,
  shown: number,
  wanted: ReadonlySet<MetaKey>,
): Promise<void> {
  const { compiled, binding, query } = asked;
  if (!compiled || !binding) return;
  const count = (printed: Printed): Promise<number> => countOf(asked.source, printed, binding);
  const narrowed = query.conditions.length > 0 || query.search !== null || query.where !== undefined;
  const needsTotal = wanted.has('total_count') || (!narrowed && (wanted.has('filter_count') || wanted.has('page')));
  const needsFiltered = narrowed && (wanted.has('filter_count') || wanted.has('page'));
  const total = needsTotal ? await count(compiled.counts.total()) : 0;
  const filtered = needsFiltered ? await count(compiled.counts.filtered()) : total;
  if (wanted.has('result_count')) meta.result_count = shown;
  if (wanted.has('total_count')) meta.total_count = total;
  if (wanted.has('status_count')) await addStatusCount(meta, asked, compiled, binding);
  if (wanted.has('filter_count')) meta.filter_count = filtered;
  if (wanted.has('page')) Object.assign(meta, pageMeta(asked, shown, filtered));
}

async function addStatusCount(
  meta: Record<string, unknown>,
  asked: Asked,
  compiled: CompiledRead,
  binding: Binding,
): Promise<void> {
  const printed = compiled.counts.byStatus();
  const { status } = compiled.plan.root.collection;
  if (!printed || !status) return;
  const rows = await asked.source.reader.all(bind(printed, binding));
  const counted = new Map(rows.map(([value, count]) => [value === null ? '' : String(value), Number(count)]));
  const names = new Set([...counted.keys(), ...status.statuses.keys()]);
  meta.status_count = Object.fromEntries([...names].sort().map((name) => [name, counted.get(name) ?? 0]));
}

/** The position of the page among all items. */
function pageMeta({ source, query, url }: Asked, shown: number, total: number): Record<string, unknown> {
  const { settings } = source.context.store.catalog;
  const limit = query.limit !== null && query.limit >= 1 ? query.limit : shown;
  const skipped = offsetOf(settings, query);
  const pages = total > 0 && limit > 0 ? Math.ceil(total / limit) : 1;
  const byOffset = query.offset !== null && limit > 0 ? Math.floor(skipped / limit) + 1 : null;
  const page = byOffset ?? Math.min(Math.max(query.page ?? 1, 1), pages);
  const offset = query.offset === null ? (page - 1) * limit : skipped;
  return { limit, offset, page, page_count: pages, links: url ? links(url, { limit, page, pages }) : undefined };
}

interface Place {
  readonly limit: number;
  readonly page: number;
  readonly pages: number;
}

function links(url: PageUrl, { limit, page, pages }: Place): Record<string, string | null> {
  const at = (target: number): string =>
    link(
      url,
      new Map([
        ['offset', (target - 1) * limit],
        ['page', target],
      ]),
    );
  return {
    self: url.self,
    current: link(url, new Map([['page', page]])),
    next: page < pages ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    first: pages > 1 ? at(1) : null,
    last: pages > 1 ? at(pages) : null,
  };
}

/** An existing parameter keeps its position, unless it is a cursor; a new one is appended. (Contract, Q-175.) */
function link({ self, parameters }: PageUrl, changes: ReadonlyMap<string, number>): string {
  const kept = parameters.filter(([name]) => name !== 'after' && name !== 'before');
  const present = new Set(kept.map(([name]) => name));
  const added = [...changes].filter(([name]) => !present.has(name));
  const written = [...kept, ...added].map(([name, value]) => `${escaped(name)}=${escaped(changes.get(name) ?? value)}`);
  return `${self}?${written.join('&')}`;
}

/** Encodes only characters with a meaning in a URL, because clients compare links with what they sent. */
const escaped = (text: string | number): string => String(text).replace(/[%&#+]/g, encodeURIComponent);

/**
 * Metadata of data that is not the result of a query, as far as it requires no counting. `count` is null for a single
 * item.
 */
export function plainMeta({ meta }: Query, collection: string, count: number | null): Meta {
  const wanted = meta ?? new Set();
  const entries = {
    ...(wanted.has('collection') && { collection }),
    ...(wanted.has('type') && { type: count === null ? 'item' : 'collection' }),
    ...(wanted.has('result_count') && count !== null && { result_count: count }),
  };
  return Object.keys(entries).length > 0 ? entries : [];
}
