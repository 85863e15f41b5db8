import { ApiError } from '../../errors/api-error.ts';
import { isRecord } from '../../shared/is-record.ts';
import { matches } from '../filter/evaluate.ts';
import type { FilterNode } from '../filter/node.ts';
import { type Attribute, attributeNamed, type ScimObject } from '../schema/attribute.ts';
import { normalise, normaliseEntries, onePrimary, unwrapped } from '../schema/normalise.ts';
import type { Reading } from '../schema/reading.ts';
import type { PatchOperation } from './operation.ts';

/** The change that an operation makes to one attribute. */
export interface Change {
  readonly op: PatchOperation['op'];
  readonly filter: FilterNode | null;
  readonly sub: Attribute | null;
  readonly value: unknown;
  readonly reading: Reading;
}

/** The value of a simple attribute after a change; undefined if it has none. */
export function changedSimple(attribute: Attribute, { op, value, reading }: Change): unknown {
  return op === 'remove' ? undefined : normalise(attribute, value, reading);
}

/** A complex value after a change; parts that are not named stay unchanged. */
export function changedComplex(attribute: Attribute, held: ScimObject, change: Change): ScimObject | undefined {
  const { op, sub, value, reading } = change;
  if (sub) return notEmpty(merged(held, { [sub.name]: changedSimple(sub, change) }));
  if (op === 'remove' || value === null || value === '') return undefined;
  return notEmpty(merged(held, partsSent(attribute, value, reading)));
}

/** The parts of a complex value that were sent; those without a value are undefined, which removes them. */
function partsSent(attribute: Attribute, value: unknown, reading: Reading): Readonly<Record<string, unknown>> {
  const single = unwrapped(value, reading);
  const { multi: _multi, ...one } = attribute;
  const normalised = normalise(one, single, reading) as ScimObject | undefined;
  const emptied = isRecord(single) ? Object.keys(single).flatMap((name) => nameIn(attribute, name)) : [];
  return { ...Object.fromEntries(emptied.map((name) => [name, undefined])), ...normalised };
}

function nameIn(attribute: Attribute, name: string): string[] {
  const sub = attributeNamed(attribute.sub ?? [], name);
  return sub && sub.mutability !== 'readOnly' ? [sub.name] : [];
}

function merged(held: ScimObject, parts: Readonly<Record<string, unknown>>): ScimObject {
  return Object.fromEntries(Object.entries({ ...held, ...parts }).filter(([, part]) => part !== undefined));
}

const notEmpty = (object: ScimObject): ScimObject | undefined => (Object.keys(object).length > 0 ? object : undefined);

type Entries = readonly ScimObject[];

/** The entries of a list after a change; undefined if there are none. */
export function changedList(attribute: Attribute, held: Entries, change: Change): Entries | undefined {
  const entries =
    change.filter || change.sub ? changedEntries(attribute, held, change) : changedWhole(attribute, held, change);
  return entries.length > 0 ? entries : undefined;
}

function changedWhole(attribute: Attribute, held: Entries, { op, value, reading }: Change): Entries {
  if (op === 'remove')
    return value === undefined || value === null ? [] : without(held, normaliseEntries(attribute, value, reading));
  const sent = value === null || value === '' ? [] : normaliseEntries(attribute, value, reading);
  if (op === 'replace') return onePrimary(distinct([], sent), sent);
  const fresh = distinct(held, sent);
  return onePrimary([...held, ...fresh], fresh);
}

/** New entries without duplicates; entries with equal members are the same. */
function distinct(held: Entries, sent: Entries): Entries {
  const known = new Set(held.map(identityOf));
  return sent.filter((entry) => {
    const identity = identityOf(entry);
    if (known.has(identity)) return false;
    known.add(identity);
    return true;
  });
}

/** A cache by entry, because every operation compares all members of a group. */
const identities = new WeakMap<ScimObject, string>();

function identityOf(entry: ScimObject): string {
  const known = identities.get(entry);
  if (known !== undefined) return known;
  const made = JSON.stringify(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)));
  identities.set(entry, made);
  return made;
}

/** A remove operation that lists what to remove: entries match by value, or else entirely. */
function without(held: Entries, gone: Entries): Entries {
  const values = new Set<unknown>(gone.flatMap((entry) => (entry.value === undefined ? [] : [entry.value])));
  const whole = new Set(gone.filter((entry) => entry.value === undefined).map(identityOf));
  return held.filter((entry) => !values.has(entry.value) && !(whole.size > 0 && whole.has(identityOf(entry))));
}

/** A change of some entries, or of one part of them. */
function changedEntries(attribute: Attribute, held: Entries, change: Change): Entries {
  const { op, filter, sub } = change;
  const isMeant = (entry: ScimObject): boolean => filter === null || matches(entry, attribute.sub ?? [], filter);
  const meant = held.map(isMeant);
  if (op === 'remove') return held.flatMap((entry, index) => (meant[index] ? withoutPart(entry, sub) : [entry]));
  if (!meant.includes(true)) {
    const begun = started(attribute, change);
    return onePrimary([...held, ...begun], begun);
  }
  const touched: ScimObject[] = [];
  const entries = held.flatMap((entry, index) => {
    if (!meant[index]) return [entry];
    const next = changedComplex(attribute, op === 'replace' && !sub ? {} : entry, change);
    if (next) touched.push(next);
    return next ? [next] : [];
  });
  return onePrimary(entries, touched);
}

function withoutPart(entry: ScimObject, sub: Attribute | null): Entries {
  if (!sub) return [];
  const { [sub.name]: _removed, ...others } = entry;
  return Object.keys(others).length > 0 ? [others] : [];
}

/** Adding to a missing entry creates it with the values in the filter; replacing a missing entry is an error. */
function started(attribute: Attribute, change: Change): Entries {
  const { op, filter, reading } = change;
  if (op === 'replace' && filter)
    throw new ApiError('scimNoTarget', { reason: `No entry of "${attribute.name}" matches the path` });
  const beginning = filter ? said(attribute, filter, reading) : {};
  const entry = changedComplex(attribute, beginning, change);
  return entry ? [entry] : [];
}

/** The values that a filter consisting only of equalities implies for an entry. */
function said(attribute: Attribute, filter: FilterNode, reading: Reading): ScimObject {
  if (filter.type === 'and') return Object.assign({}, ...filter.of.map((part) => said(attribute, part, reading)));
  if (filter.type !== 'compare' || filter.operator !== 'eq')
    throw new ApiError('scimNoTarget', { reason: `No entry of "${attribute.name}" matches the path` });
  const sub = attributeNamed(attribute.sub ?? [], filter.path);
  return sub ? { [sub.name]: normalise(sub, filter.value, reading) } : {};
}
