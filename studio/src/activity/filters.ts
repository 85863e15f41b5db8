import type { LocationQuery, LocationQueryRaw } from 'vue-router';

/** The kinds of actions in the activity of a project. */
export const KINDS = ['created', 'changed', 'deleted', 'commented', 'entered', 'refused'] as const;
export type Kind = (typeof KINDS)[number];

/** The server's actions of each kind. */
const ACTIONS: Readonly<Record<Kind, readonly string[]>> = {
  created: ['create', 'upload'],
  changed: ['update', 'revert', 'status-update'],
  deleted: ['delete', 'soft-delete'],
  commented: ['comment', 'task', 'task-done', 'task-declined', 'task-withdrawn'],
  entered: ['authenticate', 'view-as'],
  refused: ['invalid-credentials'],
};

/** Which activity is shown, as in the address of the page. Empty texts do not filter. */
export interface Narrowing {
  /** A user's id. */
  readonly who: string;
  readonly collection: string;
  /** The key of an item of the collection. */
  readonly item: string;
  readonly did: Kind | '';
  /** The first and the last day, as `2026-11-22`. */
  readonly from: string;
  readonly to: string;
}

export const NOTHING: Narrowing = { who: '', collection: '', item: '', did: '', from: '', to: '' };

const DAY = /^\d{4}-\d\d-\d\d$/;
const one = (value: LocationQuery[string] | undefined): string =>
  String((Array.isArray(value) ? value[0] : value) ?? '');
const fitting = (value: LocationQuery[string] | undefined, form: RegExp): string =>
  form.test(one(value)) ? one(value) : '';

/** Reads the filters of an address; invalid ones are ignored. */
export function narrowingOf(query: LocationQuery): Narrowing {
  const did = one(query.did);
  const collection = one(query.in);
  return {
    who: fitting(query.who, /^\d{1,9}$/),
    collection,
    item: collection === '' ? '' : one(query.item),
    did: (KINDS as readonly string[]).includes(did) ? (did as Kind) : '',
    from: fitting(query.from, DAY),
    to: fitting(query.to, DAY),
  };
}

/** The filters as part of an address. */
export function queryOf({ who, collection, item, did, from, to }: Narrowing): LocationQueryRaw {
  const all = { who, in: collection, item: collection === '' ? '' : item, did, from, to };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** A filter of the server. Days are those of the reader's clock; the server's records are in UTC. */
export function filterOf({ who, collection, item, did, from, to }: Narrowing): Readonly<Record<string, unknown>> {
  const since = momentOf(from, 0);
  const until = momentOf(to, 1);
  return {
    ...(who !== '' && { action_by: { eq: Number(who) } }),
    ...(collection !== '' && { collection: { eq: collection } }),
    ...(item !== '' && { item: { eq: item } }),
    ...(did !== '' && { action: { in: ACTIONS[did] } }),
    ...((since || until) && { action_on: { ...(since && { gte: since }), ...(until && { lt: until }) } }),
  };
}

/** The moment at which a day begins, some days later; null for none. */
function momentOf(day: string, later: number): string | null {
  if (!DAY.test(day)) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const begins = new Date(year, month - 1, date + later);
  return Number.isNaN(begins.getTime()) ? null : begins.toISOString().slice(0, 19).replace('T', ' ');
}

/** The same as the parameter of an address: each field with the list of its comparisons. */
export function addressFilterOf(narrowing: Narrowing): Readonly<Record<string, unknown>> | null {
  const entries = Object.entries(filterOf(narrowing)).map(([field, comparisons]) => [
    field,
    Object.entries(comparisons as object).map(([operator, value]) => ({ [operator]: value })),
  ]);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
