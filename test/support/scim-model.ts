import { isDeepStrictEqual } from 'node:util';

/** PatchOp of RFC 7644, section 3.5.2, done in place on plain JSON and by plain rules. */

export type Json = null | boolean | string | Json[] | { [name: string]: Json };
export interface ModelOperation {
  readonly op: string;
  readonly path?: string;
  readonly value?: Json;
}

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The few attributes that the model knows: their kinds, and the sub-attributes of those that have some. */
const KINDS: Record<string, 'text' | 'flag' | 'parts' | 'list' | 'fixed'> = {
  userName: 'text',
  title: 'text',
  displayName: 'text',
  active: 'flag',
  name: 'parts',
  emails: 'list',
  groups: 'fixed',
  [`${ENTERPRISE}:department`]: 'text',
  [`${ENTERPRISE}:manager`]: 'parts',
};
const PARTS: Record<string, Record<string, 'text' | 'flag' | 'fixed'>> = {
  name: { familyName: 'text', givenName: 'text', formatted: 'text' },
  emails: { value: 'text', type: 'text', display: 'text', primary: 'flag' },
  [`${ENTERPRISE}:manager`]: { value: 'text', displayName: 'fixed' },
};

type Bag = { [name: string]: Json };

/** The failure of an operation, by its `scimType`. */
export class ModelFailure extends Error {}
const fail = (type: string): never => {
  throw new ModelFailure(type);
};

/** Applies operations to a copy of a resource, and returns it. */
export function modelPatch(resource: Bag, operations: readonly ModelOperation[]): Bag {
  const copy = structuredClone(resource);
  for (const operation of operations) one(copy, operation.op.toLowerCase(), operation.path, operation.value);
  if (copy.userName === undefined) fail('invalidValue');
  return copy;
}

function one(resource: Bag, op: string, path: string | undefined, value: Json | undefined): void {
  if (op !== 'remove' && value === undefined) throw new ModelFailure('invalidValue');
  if (path === undefined) eachOf(resource, op, value);
  else if (path.toLowerCase() === ENTERPRISE.toLowerCase()) whole(resource, op, value);
  else change(resource, op, place(path, op), value);
  if (resource[ENTERPRISE] && Object.keys(resource[ENTERPRISE]).length === 0) delete resource[ENTERPRISE];
}

interface Place {
  readonly attribute: string;
  readonly type: string | undefined;
  readonly sub: string | undefined;
}

function place(path: string, op: string): Place {
  const [, name = '', type, part] = /^(.*?)(?:\[type eq "(\w+)"\])?(?:\.(\w+))?$/.exec(split(path)) ?? [];
  const names = Object.keys(KINDS);
  const attribute = nameOf(names, name) ?? nameOf(names, `${ENTERPRISE}:${name}`) ?? fail('invalidPath');
  const sub =
    part === undefined ? undefined : (nameOf(Object.keys(PARTS[attribute] ?? {}), part) ?? fail('invalidPath'));
  if (type !== undefined && KINDS[attribute] !== 'list') fail('invalidPath');
  if ([KINDS[attribute], PARTS[attribute]?.[sub ?? '']].includes('fixed')) fail('mutability');
  if (op === 'remove' && attribute === 'userName') fail('mutability');
  return { attribute, type, sub };
}

function change(resource: Bag, op: string, { attribute, type, sub }: Place, value: Json | undefined): void {
  const [bag, key] = home(resource, attribute);
  if (KINDS[attribute] === 'list') inList(bag, key, op, type, sub, value);
  else if (KINDS[attribute] === 'parts') inParts(bag, key, attribute, op, sub, value);
  else put(bag, key, op === 'remove' ? undefined : scalar(KINDS[attribute], value));
}

/** The dots in a URN's version are not separators. */
function split(path: string): string {
  return path.toLowerCase().startsWith(`${CORE.toLowerCase()}:`) ? path.slice(CORE.length + 1) : path;
}

const nameOf = (names: readonly string[], name: string): string | undefined =>
  names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());

function home(resource: Bag, attribute: string): [Bag, string] {
  if (!attribute.startsWith(ENTERPRISE)) return [resource, attribute];
  resource[ENTERPRISE] ??= {};
  return [resource[ENTERPRISE] as Bag, attribute.slice(ENTERPRISE.length + 1)];
}

function eachOf(resource: Bag, op: string, value: Json | undefined): void {
  if (op === 'remove') throw new ModelFailure('noTarget');
  if (!isBag(value)) throw new ModelFailure('invalidValue');
  for (const [name, part] of Object.entries(value)) {
    try {
      one(resource, op, name, part);
    } catch (error) {
      if (!(error instanceof ModelFailure) || !['invalidPath', 'mutability'].includes(error.message)) throw error;
    }
  }
}

function whole(resource: Bag, op: string, value: Json | undefined): void {
  if (op === 'remove') delete resource[ENTERPRISE];
  else if (!isBag(value)) fail('invalidValue');
  else
    eachOf(
      resource,
      op,
      Object.fromEntries(Object.entries(value).map(([name, part]) => [`${ENTERPRISE}:${name}`, part])),
    );
}

function put(bag: Bag, key: string, value: Json | undefined): void {
  if (value === undefined) delete bag[key];
  else bag[key] = value;
}

function scalar(kind: string | undefined, value: Json | undefined): Json | undefined {
  const held = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (held === undefined || held === null || held === '') return undefined;
  if (kind === 'text') return typeof held === 'string' ? held : fail('invalidValue');
  if (typeof held === 'boolean') return held;
  return typeof held === 'string' && ['true', 'false'].includes(held.toLowerCase())
    ? held.toLowerCase() === 'true'
    : fail('invalidValue');
}

/** Merges the parts of a value: those sent replace those held, and blank ones remove them. */
function mix(held: Bag, attribute: string, sent: Json): Bag {
  const known = PARTS[attribute] ?? {};
  const object = typeof sent === 'string' && known.value ? { value: sent } : sent;
  if (!isBag(object)) return fail('invalidValue');
  const mixed = { ...held };
  for (const [name, part] of Object.entries(object)) {
    const sub = nameOf(Object.keys(known), name);
    if (sub && known[sub] !== 'fixed') put(mixed, sub, scalar(known[sub], part));
  }
  return mixed;
}

function inParts(
  bag: Bag,
  key: string,
  attribute: string,
  op: string,
  sub: string | undefined,
  value: Json | undefined,
): void {
  const held = (bag[key] ?? {}) as Bag;
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  let next: Bag = {};
  if (sub) {
    next = { ...held };
    put(next, sub, op === 'remove' ? undefined : scalar(PARTS[attribute]?.[sub], value));
  } else if (op !== 'remove' && value !== null && value !== '') {
    next = single === undefined || single === null || single === '' ? { ...held } : mix(held, attribute, single);
  }
  put(bag, key, Object.keys(next).length > 0 ? next : undefined);
}

function inList(
  bag: Bag,
  key: string,
  op: string,
  type: string | undefined,
  sub: string | undefined,
  value: Json | undefined,
): void {
  const held = (bag[key] ?? []) as Bag[];
  const next =
    type === undefined && sub === undefined ? wholeList(held, op, value) : someOf(held, op, type, sub, value);
  put(bag, key, next.length > 0 ? next : undefined);
}

const entriesOf = (value: Json | undefined): Bag[] =>
  (Array.isArray(value) ? value : [value ?? null])
    .filter((entry) => entry !== null && entry !== '')
    .map((entry) => mix({}, 'emails', entry))
    .filter((entry) => Object.keys(entry).length > 0);

function wholeList(held: Bag[], op: string, value: Json | undefined): Bag[] {
  if (op === 'remove') {
    if (value === undefined || value === null) return [];
    const gone = entriesOf(value);
    return held.filter(
      (entry) =>
        !gone.some((other) =>
          other.value === undefined ? isDeepStrictEqual(other, entry) : other.value === entry.value,
        ),
    );
  }
  const next = op === 'add' ? [...held] : [];
  const fresh: Bag[] = [];
  for (const entry of entriesOf(value)) {
    if (next.some((other) => isDeepStrictEqual(other, entry))) continue;
    next.push(entry);
    fresh.push(entry);
  }
  return onlyOnePrimary(next, fresh);
}

function someOf(
  held: Bag[],
  op: string,
  type: string | undefined,
  sub: string | undefined,
  value: Json | undefined,
): Bag[] {
  const meant = held.filter(
    (entry) => type === undefined || String(entry.type ?? '').toLowerCase() === type.toLowerCase(),
  );
  if (op === 'remove') {
    if (!sub) return held.filter((entry) => !meant.includes(entry));
    for (const entry of meant) delete entry[sub];
    return held.filter((entry) => Object.keys(entry).length > 0);
  }
  const fresh: Bag[] = [];
  if (meant.length === 0) {
    if (op === 'replace' && type !== undefined) fail('noTarget');
    const begun: Bag = type === undefined ? {} : { type };
    const entry = changed(begun, op, sub, value);
    return entry ? onlyOnePrimary([...held, entry], [entry]) : held;
  }
  const next = held.flatMap((entry) => {
    if (!meant.includes(entry)) return [entry];
    const after = changed(op === 'replace' && !sub ? {} : entry, op, sub, value);
    if (after) fresh.push(after);
    return after ? [after] : [];
  });
  return onlyOnePrimary(next, fresh);
}

function changed(entry: Bag, _op: string, sub: string | undefined, value: Json | undefined): Bag | undefined {
  const bag: Bag = { entry: { ...entry } };
  inParts(bag, 'entry', 'emails', 'add', sub, value);
  return bag.entry as Bag | undefined;
}

/** If several entries become primary, only the last one is. */
function onlyOnePrimary(entries: Bag[], fresh: Bag[]): Bag[] {
  const chosen = fresh.filter(({ primary }) => primary === true).at(-1);
  if (chosen) for (const entry of entries) if (entry !== chosen && entry.primary === true) entry.primary = false;
  return entries;
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
