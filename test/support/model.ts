import { groupsOf, type ModelGrouping } from './model-groups.ts';

/** Type of a column in the model. Decimals are texts with two digits after the point, booleans 0 or 1. */
export type ModelKind = 'integer' | 'text' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'status' | 'owner';
export type Value = string | number | null;
export type ModelRow = Readonly<Record<string, Value>>;

export interface ModelColumn {
  readonly name: string;
  readonly kind: ModelKind;
}

/** A relation: `many.field` refers to `one`, which lists the rows that refer to it as `one.list`. */
export interface ModelRelation {
  readonly many: string;
  readonly field: string;
  readonly one: string;
  readonly list: string;
}

export interface ModelCollection {
  readonly name: string;
  readonly columns: readonly ModelColumn[];
}

export interface ModelSchema {
  readonly collections: readonly ModelCollection[];
  readonly relations: readonly ModelRelation[];
}

export interface ModelPermission {
  readonly collection: string;
  readonly status: string | null;
  readonly read: 'none' | 'mine' | 'role' | 'full';
  readonly read_field_blacklist: readonly string[];
}

export interface ModelCondition {
  readonly path: readonly string[];
  readonly tests: readonly { readonly operator: string; readonly values: readonly string[] }[];
  readonly or: boolean;
}

/** A condition on the rows of a collection that a role may read: on all of them, or on those of a status. */
export interface ModelRule {
  readonly collection: string;
  readonly status: string | null;
  readonly conditions: readonly ModelCondition[];
}

export interface ModelQuery {
  readonly collection: string;
  readonly fields: readonly string[] | null;
  readonly conditions: readonly ModelCondition[];
  readonly search: string | null;
  readonly sort: readonly string[];
  readonly limit: number | null;
  readonly offset: number | null;
  readonly page: number | null;
  readonly statuses: readonly string[] | null;
  readonly meta: boolean;
  /** Null for a list of items. */
  readonly grouping: ModelGrouping | null;
}

export interface ModelCaller {
  readonly admin: boolean;
  readonly user: number;
  /** The users of the caller's role. */
  readonly colleagues: readonly number[];
}

export interface ModelWorld {
  readonly schema: ModelSchema;
  /** The keys of all users; the model knows no other fields of theirs. */
  readonly users: readonly number[];
  readonly rows: Readonly<Record<string, readonly ModelRow[]>>;
  readonly permissions: readonly ModelPermission[];
  readonly rules: readonly ModelRule[];
}

/** What the server should answer; only the status if it refuses. */
export type ModelAnswer =
  | { readonly status: 200; readonly data: readonly Shown[]; readonly meta?: Readonly<Record<string, unknown>> }
  | { readonly status: 403 };

export type Shown = Record<string, unknown>;

const STATUSES = ['deleted', 'draft', 'published'];
const HIDING = 'deleted';
const DEFAULT_LIMIT = 200;
const USERS = 'directus_users';
/** Kinds of fields that name an item, or that a search covers. */
const NAMING: ReadonlySet<ModelKind> = new Set(['integer', 'text', 'decimal']);
const SEARCHED: ReadonlySet<ModelKind> = new Set([...NAMING, 'date', 'datetime', 'status']);

class Refused extends Error {}

/** Answers a query by looking at every row, slowly and obviously. */
export function answerOf(world: ModelWorld, caller: ModelCaller, query: ModelQuery): ModelAnswer {
  try {
    return { status: 200, ...new Model(world, caller).answer(query) };
  } catch (error) {
    if (error instanceof Refused) return { status: 403 };
    throw error;
  }
}

/** Everything that a caller may see of a world, however it is queried. */
export function visibleTo(world: ModelWorld, caller: ModelCaller): Shown {
  return new Model(world, caller).visible();
}

type Link =
  | { readonly kind: 'one'; readonly relation: ModelRelation }
  | { readonly kind: 'many'; readonly relation: ModelRelation };

class Model {
  readonly #world: ModelWorld;
  readonly #caller: ModelCaller;

  constructor(world: ModelWorld, caller: ModelCaller) {
    this.#world = world;
    this.#caller = caller;
  }

  answer(query: ModelQuery): { data: Shown[]; meta?: Shown } {
    const { collection } = query;
    for (const { path } of query.conditions) this.#refuseHiddenPath(collection, path, patterned(query, path));
    if (query.grouping) this.#refuseHiddenGroups(collection, query.grouping);
    for (const term of query.sort) this.#refuseHidden(collection, bare(term));
    if (!this.#readable(collection)) throw new Refused();
    if (query.statuses && !query.statuses.includes('*') && this.#has(collection, 'status'))
      this.#refuseHidden(collection, 'status');
    const permitted = this.#rows(collection).filter((row) => this.#permitted(collection, row));
    const found = permitted.filter((row) => this.#matches(query, row));
    if (query.grouping) return this.#groups(query, query.grouping, found);
    const sorted = [...found].sort((a, b) => this.#compare(query, a, b));
    const page = paged(sorted, query);
    const entries = (query.fields ?? ['*']).map((entry) => entry.split('.'));
    const data = page.map((row) => this.#show(collection, row, entries)).filter((item) => Object.keys(item).length > 0);
    return query.meta ? { data, meta: this.#meta(query, permitted, found.length, data.length) } : { data };
  }

  #refuseHiddenGroups(collection: string, { keys, aggregates }: ModelGrouping): void {
    for (const { path } of keys) this.#refuseHiddenPath(collection, path, false);
    for (const { field } of aggregates) if (field !== '*') this.#refuseHidden(collection, field);
  }

  #groups(query: ModelQuery, grouping: ModelGrouping, rows: readonly ModelRow[]): { data: Shown[]; meta?: Shown } {
    const { collection, meta } = query;
    const all = groupsOf(rows, grouping, (row, path) => this.#valueAt(collection, row, path), ordered);
    const data = [...paged(all, query)];
    return meta ? { data, meta: { collection, type: 'collection', result_count: data.length } } : { data };
  }

  /** A value of a row or of the item that it refers to; null where the caller may not see it. */
  #valueAt(collection: string, row: ModelRow, [name = '', ...rest]: readonly string[]): Value {
    if (!this.#seen(collection, name, row)) return null;
    const link = this.#link(collection, name);
    if (!link || rest.length === 0) return row[name] ?? null;
    const target = targetOf(link);
    const other = this.#related(link, row).find((each) => this.#inStatus(target, each, null));
    return other ? this.#valueAt(target, other, rest) : null;
  }

  #rows(collection: string): readonly ModelRow[] {
    if (collection === USERS) return this.#world.users.map((id) => ({ id }));
    return this.#world.rows[collection] ?? [];
  }

  #columns(collection: string): readonly ModelColumn[] {
    if (collection === USERS) return [{ name: 'id', kind: 'integer' }];
    return this.#world.schema.collections.find(({ name }) => name === collection)?.columns ?? [];
  }

  #has(collection: string, column: string): boolean {
    return this.#columns(collection).some(({ name }) => name === column);
  }

  #kind(collection: string, name: string): ModelKind {
    return this.#columns(collection).find((column) => column.name === name)?.kind ?? 'integer';
  }

  #link(collection: string, name: string): Link | undefined {
    const { relations } = this.#world.schema;
    if (name === 'owner') return { kind: 'one', relation: { many: collection, field: name, one: USERS, list: '' } };
    const one = relations.find((each) => each.many === collection && each.field === name);
    const many = relations.find((each) => each.one === collection && each.list === name);
    return one ? { kind: 'one', relation: one } : many && { kind: 'many', relation: many };
  }

  // What the caller may see.

  #permissions(collection: string): ModelPermission[] {
    const own = this.#world.permissions.filter((row) => row.collection === collection);
    return own.some(({ status }) => status !== null) ? own.filter(({ status }) => status !== null) : own.slice(0, 1);
  }

  #readable(collection: string): boolean {
    return this.#caller.admin || this.#permissions(collection).some(({ read }) => read !== 'none');
  }

  #permitted(collection: string, row: ModelRow): boolean {
    if (this.#caller.admin) return true;
    const rule = this.#permissions(collection).find(({ status }) => status === null || status === row.status);
    if (!rule || rule.read === 'none' || !this.#fulfils(collection, row)) return false;
    if (rule.read === 'full') return true;
    const owner = Number(row.owner ?? 0);
    return owner === this.#caller.user || (rule.read === 'role' && this.#caller.colleagues.includes(owner));
  }

  /** Rules compare all values, even those that the caller may not see. */
  #fulfils(collection: string, row: ModelRow): boolean {
    const all = new Model(this.#world, { ...this.#caller, admin: true });
    return this.#world.rules
      .filter((rule) => rule.collection === collection && (rule.status === null || rule.status === row.status))
      .every(({ conditions }) =>
        all.#meets({ collection, conditions: conditions.map((each) => this.#resolved(each)) }, row),
      );
  }

  #resolved({ tests, ...rest }: ModelCondition): ModelCondition {
    const resolved = (value: string): string => (value === '$me' ? String(this.#caller.user) : value);
    return { ...rest, tests: tests.map(({ operator, values }) => ({ operator, values: values.map(resolved) })) };
  }

  /** Everything that the caller may see: the values of rows, by collection. */
  visible(): Shown {
    // Lists leave out what a status hides, even where the status itself is hidden.
    const shown = (collection: string, row: ModelRow): Shown => ({
      ...Object.fromEntries(Object.entries(row).filter(([name]) => this.#seen(collection, name, row))),
      isListed: row.status !== HIDING,
    });
    const entries = this.#world.schema.collections.map(({ name }) => [
      name,
      this.#rows(name)
        .filter((row) => this.#permitted(name, row))
        .map((row) => shown(name, row)),
    ]);
    return Object.fromEntries(entries);
  }

  /** Whether a field is visible in a row; for a list of items, the foreign key must be visible, too. */
  #seen(collection: string, name: string, row: ModelRow): boolean {
    if (this.#caller.admin) return true;
    if (this.#hidden(collection, name)) return false;
    const rules = this.#permissions(collection);
    return !rules.some(
      ({ status, read_field_blacklist: list }) => (status === null || status === row.status) && list.includes(name),
    );
  }

  #hidden(collection: string, name: string): boolean {
    if (this.#caller.admin) return false;
    const rules = this.#permissions(collection);
    if (rules.length > 0 && rules.every((rule) => rule.read_field_blacklist.includes(name))) return true;
    const link = this.#link(collection, name);
    return link?.kind === 'many' && this.#hidden(link.relation.many, link.relation.field);
  }

  #refuseHidden(collection: string, name: string): void {
    if (this.#hidden(collection, name)) throw new Refused();
  }

  #refuseHiddenPath(collection: string, [name = '', ...rest]: readonly string[], pattern: boolean): void {
    this.#refuseHidden(collection, name);
    const link = this.#link(collection, name);
    if (!link) return;
    const target = targetOf(link);
    const looksThere = rest.length > 0 || link.kind === 'many' || pattern;
    if (looksThere && !this.#readable(target)) throw new Refused();
    if (rest.length > 0) this.#refuseHiddenPath(target, rest, pattern);
    else if (link.kind === 'many') this.#hiddenKey(target);
  }

  #hiddenKey(collection: string): void {
    this.#refuseHidden(collection, 'id');
  }

  /** The related rows that the caller may see, of any status. */
  #related(link: Link, row: ModelRow): readonly ModelRow[] {
    const { relation } = link;
    const rows = this.#rows(targetOf(link)).filter((other) => this.#permitted(targetOf(link), other));
    if (link.kind === 'one') return rows.filter(({ id }) => id === row[relation.field]);
    return rows.filter((other) => other[relation.field] === row.id && this.#seen(relation.many, relation.field, other));
  }

  // Which rows are found.

  #matches(query: ModelQuery, row: ModelRow): boolean {
    const { collection, search, statuses } = query;
    if (!this.#inStatus(collection, row, statuses)) return false;
    if (search !== null && !this.#contains(collection, row, search)) return false;
    return this.#meets(query, row);
  }

  #inStatus(collection: string, row: ModelRow, statuses: readonly string[] | null): boolean {
    if (!this.#has(collection, 'status')) return true;
    const ordinary = row.status !== HIDING;
    const seen = this.#seen(collection, 'status', row);
    if (statuses === null) return ordinary;
    if (statuses.includes('*')) return ordinary || seen;
    return seen && statuses.includes(String(row.status));
  }

  #contains(collection: string, row: ModelRow, text: string): boolean {
    if (this.#texts(collection, row).some((value) => like(value, literal(text)))) return true;
    return this.#world.schema.relations
      .filter(({ one, list }) => one === collection && this.#seen(one, list, row))
      .filter(({ many }) => this.#readable(many))
      .some((relation) =>
        this.#related({ kind: 'many', relation }, row).some((other) =>
          this.#texts(relation.many, other).some((value) => like(value, literal(text))),
        ),
      );
  }

  /** The values of a row of these kinds, as text. */
  #texts(collection: string, row: ModelRow, kinds = SEARCHED): string[] {
    return this.#columns(collection)
      .filter(({ kind }) => kinds.has(kind))
      .filter(({ name }) => !this.#isKey(collection, name) && this.#seen(collection, name, row))
      .flatMap(({ name }) => (row[name] === null ? [] : [String(row[name])]));
  }

  #isKey(collection: string, name: string): boolean {
    return this.#link(collection, name)?.kind === 'one';
  }

  /** Evaluates conditions in order; one with OR begins an alternative. */
  #meets({ collection, conditions }: Pick<ModelQuery, 'collection' | 'conditions'>, row: ModelRow): boolean {
    const alternatives: boolean[] = [];
    for (const { path, tests, or } of conditions) {
      for (const { operator, values } of tests) {
        const holds = this.#holds(collection, row, path, operator, values);
        if (alternatives.length === 0 || or) alternatives.push(holds);
        else alternatives.push(Boolean(alternatives.pop()) && holds);
      }
    }
    return alternatives.length === 0 || alternatives.includes(true);
  }

  #holds(
    collection: string,
    row: ModelRow,
    [name = '', ...rest]: readonly string[],
    operator: string,
    values: readonly string[],
  ): boolean {
    if (!this.#seen(collection, name, row)) return false;
    const link = this.#link(collection, name);
    if (link && rest.length > 0)
      return this.#related(link, row).some((other) => this.#holds(targetOf(link), other, rest, operator, values));
    if (link?.kind === 'many') return this.#holdsForList(link, row, operator, values);
    if (link && isPattern(operator)) return this.#holdsForText(link, row, operator, values);
    return compared(this.#kind(collection, name), row[name] ?? null, operator, values);
  }

  #holdsForList(link: Link, row: ModelRow, operator: string, values: readonly string[]): boolean {
    const keys = this.#related(link, row).map(({ id }) => Number(id));
    if (operator === 'has') return keys.length >= Number(values[0]);
    if (operator === 'all') return values.every((value) => keys.includes(Number(value)));
    if (operator === 'null' || operator === 'empty') return keys.length === 0;
    if (operator === 'nnull' || operator === 'nempty') return keys.length > 0;
    return keys.some((key) => compared('integer', key, operator, values));
  }

  #holdsForText(link: Link, row: ModelRow, operator: string, values: readonly string[]): boolean {
    const positive = operator.replace(/^n/, '');
    const related = this.#related(link, row);
    const found = related.some((other) =>
      this.#texts(targetOf(link), other, NAMING).some((text) => compared('text', text, positive, values)),
    );
    return operator.startsWith('n') ? related.length > 0 && !found : found;
  }

  // How they are shown.

  #compare({ collection, sort }: ModelQuery, a: ModelRow, b: ModelRow): number {
    for (const term of [...sort, 'id']) {
      const name = bare(term);
      const [x, y] = [a, b].map((row) => (this.#seen(collection, name, row) ? (row[name] ?? null) : null));
      const order = ordered(this.#kind(collection, name), x ?? null, y ?? null, term.startsWith('-'));
      if (order !== 0) return order;
    }
    return 0;
  }

  #show(collection: string, row: ModelRow, entries: readonly (readonly string[])[]): Shown {
    const left = entries
      .filter((path) => path.length === 1 && path[0]?.startsWith('-'))
      .map(([name]) => name?.slice(1));
    const asked = entries.filter((path) => !(path.length === 1 && path[0]?.startsWith('-')));
    const expands = entries.some((path) => path.length > 1);
    const lists = this.#world.schema.relations.filter(({ one }) => one === collection).map(({ list }) => list);
    const names = [...this.#columns(collection).map(({ name }) => name), ...lists];
    const item: Shown = {};
    for (const name of names) {
      const own = asked.filter(([first]) => first === name);
      const stars = asked.filter(([first]) => first === '*');
      const isList = lists.includes(name);
      const chosen = own.length > 0 || (isList ? stars.length > 0 && expands : stars.length > 0);
      if (!chosen || left.includes(name) || !this.#seen(collection, name, row)) continue;
      const below = [...own, ...stars].filter((path) => path.length > 1).map((path) => path.slice(1));
      const link = this.#link(collection, name);
      if (link && expands) this.#expand(item, name, link, row, below);
      else if (!isList) item[name] = answered(this.#kind(collection, name), row[name] ?? null);
    }
    return item;
  }

  #expand(item: Shown, name: string, link: Link, row: ModelRow, below: readonly (readonly string[])[]): void {
    const target = targetOf(link);
    if (!this.#readable(target)) {
      if (link.kind === 'one') item[name] = row[name] === null ? null : { id: row[name] };
      return;
    }
    const entries = below.length > 0 ? below : [[link.kind === 'one' ? 'id' : link.relation.field]];
    const related = this.#related(link, row)
      .filter((other) => this.#inStatus(target, other, null))
      .map((other) => this.#show(target, other, entries));
    item[name] = link.kind === 'one' ? (related[0] ?? null) : related;
  }

  #meta(query: ModelQuery, permitted: readonly ModelRow[], found: number, shown: number): Shown {
    const { collection, conditions, search } = query;
    const total = permitted.filter((row) => this.#inStatus(collection, row, null)).length;
    const narrowed = conditions.length > 0 || search !== null;
    const count = (status: string): number =>
      permitted.filter((row) => row.status === status && this.#seen(collection, 'status', row)).length;
    const counted = this.#has(collection, 'status') && !this.#hidden(collection, 'status');
    return {
      collection,
      type: 'collection',
      result_count: shown,
      total_count: total,
      ...(counted && { status_count: Object.fromEntries(STATUSES.map((status) => [status, count(status)])) }),
      filter_count: narrowed ? found : total,
    };
  }
}

const targetOf = ({ kind, relation }: Link): string => (kind === 'one' ? relation.one : relation.many);
const bare = (term: string): string => term.replace(/^-/, '');

function patterned({ conditions }: ModelQuery, path: readonly string[]): boolean {
  return conditions.some((each) => each.path === path && each.tests.some(({ operator }) => isPattern(operator)));
}

function paged<T>(rows: readonly T[], { limit, offset, page }: ModelQuery): readonly T[] {
  const size = limit ?? DEFAULT_LIMIT;
  if (size < 0) return rows;
  const skipped =
    offset !== null ? Math.max(0, offset) : page !== null && limit !== null ? size * Math.max(0, page - 1) : 0;
  return rows.slice(skipped, skipped + size);
}

function answered(kind: ModelKind, value: Value): unknown {
  if (kind === 'decimal') return Number(value ?? 0);
  return kind === 'boolean' ? value === 1 : value;
}

const isNumeric = (kind: ModelKind): boolean => ['integer', 'decimal', 'boolean', 'owner'].includes(kind);
const isPattern = (operator: string): boolean => /^n?(contains|like|rlike)$/.test(operator);

/** Compares texts by code point, an order that UTF-8 preserves. */
function order(kind: ModelKind, a: string | number, b: string | number): number {
  return isNumeric(kind) ? Number(a) - Number(b) : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function ordered(kind: ModelKind, a: Value, b: Value, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const loose = kind === 'text' || kind === 'status' ? order(kind, folded(String(a)), folded(String(b))) : 0;
  const result = loose === 0 ? order(kind, a, b) : loose;
  return descending ? -result : result;
}

function compared(kind: ModelKind, value: Value, operator: string, values: readonly string[]): boolean {
  if (operator === 'null') return value === null;
  if (operator === 'nnull') return value !== null;
  const falsy = value === null || value === '' || (isNumeric(kind) && Number(value) === 0);
  if (operator === 'empty') return falsy;
  if (operator === 'nempty') return !falsy;
  return value !== null && holds(kind, value, operator, values);
}

function holds(kind: ModelKind, value: string | number, operator: string, values: readonly string[]): boolean {
  const [first = '', second = ''] = values;
  const by = order(kind, value, first);
  switch (operator) {
    case 'eq':
      return equals(kind, value, first);
    case 'neq':
      return !equals(kind, value, first);
    case 'lt':
      return by < 0;
    case 'lte':
      return by <= 0;
    case 'gt':
      return by > 0;
    case 'gte':
      return by >= 0;
    case 'in':
      return values.some((each) => equals(kind, value, each));
    case 'nin':
      return !values.some((each) => equals(kind, value, each));
    case 'between':
      return by >= 0 && order(kind, value, second) <= 0;
    case 'nbetween':
      return by < 0 || order(kind, value, second) > 0;
    default:
      return matches(String(value), operator, first);
  }
}

/** Only texts equal the empty text and `+`. */
const equals = (kind: ModelKind, value: string | number, text: string): boolean =>
  (kind === 'text' || kind === 'status' || (text !== '' && text !== '+')) && order(kind, value, text) === 0;

function matches(value: string, operator: string, text: string): boolean {
  const pattern = operator.endsWith('rlike') ? text : literal(text);
  return like(value, pattern) !== operator.startsWith('n');
}

const ANY = '\u{F0000}';
const ONE = '\u{F0001}';

/** A pattern that matches the text literally. */
function literal(text: string): string {
  return `%${text.replaceAll('%', ANY).replaceAll('_', ONE)}%`;
}

function like(value: string, pattern: string): boolean {
  const source = Array.from(pattern, (letter) => {
    if (letter === '%') return '[\\s\\S]*';
    if (letter === '_') return '[\\s\\S]';
    const plain = letter === ANY ? '%' : letter === ONE ? '_' : letter;
    return folded(plain).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'u').test(folded(value));
}
