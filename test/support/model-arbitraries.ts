import fc from 'fast-check';
import type {
  ModelCollection,
  ModelCondition,
  ModelKind,
  ModelPermission,
  ModelQuery,
  ModelRelation,
  ModelRow,
  ModelRule,
  ModelSchema,
  Value,
} from './model.ts';
import {
  aggregateName,
  keyName,
  type ModelAggregate,
  type ModelGrouping,
  type ModelKey,
  type ModelPart,
} from './model-groups.ts';

const NAMES = ['ants', 'bees', 'cats'];
const SCALARS: readonly ModelKind[] = ['integer', 'text', 'decimal', 'boolean', 'date', 'datetime'];
const MAX_ROWS = 7;
const USERS = [1, 2, 3, 4];

/** Values worth comparing, by kind. */
const VALUES: Readonly<Record<ModelKind, readonly (string | number)[]>> = {
  integer: [-3, 0, 1, 2, 5, 10, 11],
  text: [
    'apple',
    'Apple',
    'APPLE',
    'äpfel',
    'Äpfel',
    'zebra',
    '_x%',
    'a!b',
    '',
    'é',
    'ß',
    '日本',
    '😀',
    'a b',
    '10',
    "O'B",
    'applesauce of ÄPFEL',
    'say "zebra" 2020-02',
  ],
  decimal: ['0.00', '1.50', '10.50', '-2.25', '3.00', '10.05'],
  boolean: [0, 1],
  date: ['2020-02-29', '2021-01-01', '1999-12-31'],
  datetime: ['2020-02-29 00:00:00', '2020-02-29 23:59:59', '2021-01-01 12:00:00'],
  status: ['published', 'draft', 'deleted'],
  owner: USERS,
};
/** Patterns that text indexes can serve. */
const LONGER = ['pple', 'PPL', 'zebra', 'ebr', 'äpf', 'ÄPFE', '2020', '020-0', '10.5', 'raf', 'publish', '"ze', 'of Ä'];
const FRAGMENTS = [
  'a',
  'PP',
  '%',
  '_',
  '!',
  'ä',
  'Ä',
  'é',
  'ß',
  '😀',
  '10',
  '0',
  '.5',
  '-',
  ' ',
  "'",
  '20',
  '00',
  ...LONGER,
];
const PATTERNS = [
  'a%',
  '%E',
  '_pple',
  '%ä%',
  '1_',
  '%',
  '_',
  'a!_',
  '%!%',
  '😀',
  '%本',
  '%pple%',
  'app%sau_e%',
  '%zeb%02',
  '%ÄPF%',
];
const COMPARING = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'];
const PRESENCE = ['null', 'nnull', 'empty', 'nempty'];

/** Two or three collections with some columns, which refer to each other and to themselves. */
export const schemas: fc.Arbitrary<ModelSchema> = fc.integer({ min: 2, max: 3 }).chain((count) => {
  const names = NAMES.slice(0, count);
  return fc
    .record({
      collections: fc.tuple(...names.map(collection)).map((list) => list),
      relations: fc
        .tuple(
          ...names.map((name) =>
            fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }).map((targets) => links(name, targets)),
          ),
        )
        .map((lists) => lists.flat()),
    })
    .map(withKeys);
});

function collection(name: string): fc.Arbitrary<ModelCollection> {
  return fc
    .record({
      scalars: fc.uniqueArray(fc.constantFrom(...SCALARS), { minLength: 2, maxLength: 4 }),
      status: fc.boolean(),
      owner: fc.boolean(),
    })
    .map(({ scalars, status, owner }) => ({
      name,
      columns: [
        { name: 'id', kind: 'integer' as const },
        ...scalars.map((kind) => ({ name: `${kind}_`, kind })),
        ...(status ? [{ name: 'status', kind: 'status' as const }] : []),
        ...(owner ? [{ name: 'owner', kind: 'owner' as const }] : []),
      ],
    }));
}

function links(many: string, targets: readonly string[]): ModelRelation[] {
  return targets.map((one, index) => ({ many, field: `to${index}`, one, list: `${many}${index}` }));
}

function withKeys({ collections, relations }: ModelSchema): ModelSchema {
  const keys = (name: string) =>
    relations.filter(({ many }) => many === name).map(({ field }) => ({ name: field, kind: 'integer' as const }));
  return {
    relations,
    collections: collections.map((each) => ({ ...each, columns: [...each.columns, ...keys(each.name)] })),
  };
}

/** Rows of every collection; some keys may dangle. */
export function rowsOf({ collections }: ModelSchema): fc.Arbitrary<Record<string, ModelRow[]>> {
  return fc.record(
    Object.fromEntries(
      collections.map((each) => [each.name, fc.array(row(each), { maxLength: MAX_ROWS }).map(numbered)]),
    ),
  );
}

const numbered = (rows: readonly ModelRow[]): ModelRow[] => rows.map((each, index) => ({ ...each, id: index + 1 }));

function row({ columns }: ModelCollection): fc.Arbitrary<ModelRow> {
  return fc.record(Object.fromEntries(columns.map(({ name, kind }) => [name, value(name, kind)])));
}

function value(name: string, kind: ModelKind): fc.Arbitrary<Value> {
  if (name.startsWith('to')) return fc.option(fc.integer({ min: 1, max: MAX_ROWS }), { freq: 4 });
  const some = fc.constantFrom<Value>(...VALUES[kind]);
  return kind === 'status' ? some : fc.option(some, { freq: 4 });
}

/** What a role may read: nothing, rows at a level, or rows by status, with or without hidden fields. */
export function permissionsOf(schema: ModelSchema): fc.Arbitrary<ModelPermission[]> {
  return fc.tuple(...schema.collections.map((each) => permission(schema, each))).map((lists) => lists.flat());
}

function permission(schema: ModelSchema, { name, columns }: ModelCollection): fc.Arbitrary<ModelPermission[]> {
  const owned = columns.some(({ kind }) => kind === 'owner');
  const read = fc.constantFrom<ModelPermission['read']>(
    'full',
    'full',
    ...(owned ? (['mine', 'role'] as const) : []),
    'none',
  );
  const lists = schema.relations.filter(({ one }) => one === name).map(({ list }) => list);
  const hideable = [...columns.filter((column) => column.name !== 'id').map((column) => column.name), ...lists];
  const read_field_blacklist = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(hideable, { maxLength: 2 }) },
  );
  const one = (status: string | null) =>
    fc.record({ collection: fc.constant(name), status: fc.constant(status), read, read_field_blacklist });
  const level = fc.tuple(one(null));
  const hasStatus = columns.some(({ kind }) => kind === 'status');
  const byStatus = fc.tuple(one('published'), one('draft'), one('deleted'));
  return fc.oneof(fc.constant<ModelPermission[]>([]), level, level, ...(hasStatus ? [byStatus, byStatus] : []));
}

/**
 * Rules that narrow this further: in some collections, only rows with certain values of their own or of related rows.
 */
export function rulesOf(schema: ModelSchema): fc.Arbitrary<ModelRule[]> {
  return fc.tuple(...schema.collections.map((each) => rule(schema, each))).map((lists) => lists.flat());
}

function rule(schema: ModelSchema, { name, columns }: ModelCollection): fc.Arbitrary<ModelRule[]> {
  const hasStatus = columns.some(({ kind }) => kind === 'status');
  const one = (...statuses: readonly (string | null)[]) =>
    fc.record({
      collection: fc.constant(name),
      status: fc.constantFrom(...statuses),
      conditions: fc.uniqueArray(ruleCondition(schema, name), {
        minLength: 1,
        maxLength: 2,
        selector: ({ path: steps }) => steps.join('.'),
      }),
    });
  const none = { weight: 2, arbitrary: fc.constant<ModelRule[]>([]) };
  if (!hasStatus) return fc.oneof(none, { weight: 3, arbitrary: fc.tuple(one(null)) });
  const single = fc.tuple(one(null, 'published', 'draft'));
  const both = fc.tuple(one(null), one('published', 'draft'));
  return fc.oneof(none, { weight: 2, arbitrary: single }, { weight: 1, arbitrary: both });
}

function ruleCondition(schema: ModelSchema, name: string): fc.Arbitrary<ModelCondition> {
  return rulePath(schema, name, 2).chain(([steps, kind]) => {
    const isKey = kind === 'owner' || steps.at(-1)?.startsWith('to') === true;
    const own = fc.constant({ operator: 'eq', values: ['$me'] });
    const plain = isKey ? test(kind).filter(({ operator }) => !PATTERN.test(operator)) : test(kind);
    return fc.record({
      path: fc.constant(steps),
      tests: fc.uniqueArray(kind === 'owner' ? fc.oneof(own, plain) : plain, {
        minLength: 1,
        maxLength: 2,
        selector: ({ operator }) => operator,
      }),
      or: fc.boolean(),
    });
  });
}

const PATTERN = /like|contains/;

function rulePath(schema: ModelSchema, name: string, depth: number): fc.Arbitrary<[string[], ModelKind]> {
  const plain = fc.constantFrom(
    ...columnsOf(schema, name).map((column): [string[], ModelKind] => [[column.name], column.kind]),
  );
  const links = linksOf(schema, name).filter(([link]) => link.startsWith('to'));
  if (depth === 0 || links.length === 0) return plain;
  const nested = fc
    .constantFrom(...links)
    .chain(([link, target]) =>
      rulePath(schema, target, depth - 1).map(([rest, kind]): [string[], ModelKind] => [[link, ...rest], kind]),
    );
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 2, arbitrary: nested });
}

/** A query, and whether the administrator sends it. */
export function queriesOf(schema: ModelSchema): fc.Arbitrary<ModelQuery> {
  return fc
    .constantFrom(...schema.collections)
    .chain((each) =>
      fc.record({
        collection: fc.constant(each.name),
        fields: fc.option(fc.array(fieldPath(schema, each.name), { minLength: 1, maxLength: 4 }).map(withoutOwners)),
        conditions: fc.uniqueArray(condition(schema, each.name), {
          maxLength: 3,
          selector: ({ path }) => path.join('.'),
        }),
        search: fc
          .option(fc.constantFrom(...FRAGMENTS.filter((text) => text.trim() !== '')), { freq: 3, nil: null })
          .map((text) => text),
        sort: fc.uniqueArray(sortTerm(each), { maxLength: 2, selector: (term) => term.replace('-', '') }),
        limit: fc.option(fc.constantFrom(-1, 0, 1, 2, 3, 100)),
        offset: fc.option(fc.integer({ min: -1, max: 4 }), { freq: 3 }),
        page: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
        statuses: fc.option(fc.subarray(['published', 'draft', 'deleted', '*'], { minLength: 1 }), { freq: 2 }),
        meta: fc.boolean(),
        grouping: fc.oneof(
          { weight: 3, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: grouping(schema, each) },
        ),
      }),
    )
    .map((query) => (query.grouping ? { ...query, fields: null, sort: [] } : query));
}

/** A grouping by some columns, with some of their aggregates. */
function grouping(schema: ModelSchema, each: ModelCollection): fc.Arbitrary<ModelGrouping> {
  const keys = fc.uniqueArray(groupKey(schema, each), { maxLength: 3, selector: keyName });
  const aggregates = fc.uniqueArray(aggregate(schema, each), { minLength: 1, maxLength: 4, selector: aggregateName });
  return fc.record({ keys, aggregates, zone: fc.constantFrom('UTC', 'Asia/Tokyo') }).chain((made) => {
    const names = [...made.keys.map(keyName), ...made.aggregates.map(aggregateName)];
    const sort = fc
      .tuple(fc.subarray(names, { maxLength: Math.min(2, names.length) }), fc.constantFrom('', '-'))
      .map(([terms, sign]) => terms.map((term) => `${sign}${term}`));
    return sort.map((terms) => ({ ...made, sort: terms }));
  });
}

const PARTS: Readonly<Partial<Record<ModelKind, readonly ModelPart[]>>> = {
  date: ['year', 'month', 'week', 'weekday', 'date'],
  datetime: ['year', 'month', 'week', 'weekday', 'hour', 'date'],
};

function groupKey(schema: ModelSchema, { name, columns }: ModelCollection): fc.Arbitrary<ModelKey> {
  const own = columns.map((column) => ({ path: [column.name], kind: column.kind }));
  const others = schema.relations
    .filter(({ many }) => many === name)
    .flatMap(({ field, one }) =>
      columnsOf(schema, one).map((column) => ({ path: [field, column.name], kind: column.kind })),
    );
  return fc
    .oneof({ weight: 2, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
    .chain((key) => fc.constantFrom(null, ...(PARTS[key.kind] ?? [])).map((part) => ({ ...key, part })));
}

const NUMBERS: readonly ModelKind[] = ['integer', 'decimal'];

function aggregate(schema: ModelSchema, { name, columns }: ModelCollection): fc.Arbitrary<ModelAggregate> {
  const keys = schema.relations.filter(({ many }) => many === name).map(({ field }) => field);
  const all: ModelAggregate = { function: 'count', field: '*', kind: 'integer' };
  const possible = columns.flatMap(({ name: field, kind }): ModelAggregate[] => {
    const isNumber = NUMBERS.includes(kind) && !keys.includes(field);
    const functions = [
      ...(['count', 'countDistinct'] as const),
      ...(isNumber ? (['sum', 'avg'] as const) : []),
      ...(isNumber || kind === 'date' || kind === 'datetime' ? (['min', 'max'] as const) : []),
    ];
    return functions.map((each) => ({ function: each, field, kind }));
  });
  return fc.constantFrom(all, ...possible);
}

/** Users have more fields than the model knows, so a wildcard must not reach into them. */
function withoutOwners(entries: readonly string[]): string[] {
  const stars = entries.flatMap((entry) => {
    const path = entry.split('.');
    const passed = path.slice(0, -1).flatMap((name, index) => (name === '*' ? [index] : []));
    return passed.map((index) => [...path.slice(0, index), '-owner'].join('.'));
  });
  return [...entries, ...new Set(stars)];
}

const sortTerm = ({ columns }: ModelCollection): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom(...columns.map(({ name }) => name)))
    .map((parts) => parts.join(''));

function linksOf({ relations }: ModelSchema, name: string): [link: string, target: string][] {
  return [
    ...relations.filter(({ many }) => many === name).map(({ field, one }): [string, string] => [field, one]),
    ...relations.filter(({ one }) => one === name).map(({ list, many }): [string, string] => [list, many]),
  ];
}

function columnsOf({ collections }: ModelSchema, name: string): ModelCollection['columns'] {
  return collections.find((each) => each.name === name)?.columns ?? [];
}

function fieldPath(schema: ModelSchema, name: string, depth = 2): fc.Arbitrary<string> {
  const own = columnsOf(schema, name).map((column) => column.name);
  const relations = linksOf(schema, name);
  const plain = fc.constantFrom('*', ...own, ...relations.map(([link]) => link), ...own.map((each) => `-${each}`));
  if (depth === 0 || relations.length === 0) return plain;
  const nested = fc
    .constantFrom(...relations)
    .chain(([link, target]) => fieldPath(schema, target, depth - 1).map((rest) => `${link}.${rest}`));
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 3, arbitrary: nested },
    { weight: 1, arbitrary: fc.constantFrom('*.*', '*.*.*') },
  );
}

function condition(schema: ModelSchema, name: string): fc.Arbitrary<ModelCondition> {
  return path(schema, name, 2).chain(([steps, kind]) =>
    fc.record({
      path: fc.constant(steps),
      tests: fc.uniqueArray(test(kind), { minLength: 1, maxLength: 2, selector: ({ operator }) => operator }),
      or: fc.boolean(),
    }),
  );
}

type Target = ModelKind | 'list';

function path(schema: ModelSchema, name: string, depth: number): fc.Arbitrary<[string[], Target]> {
  const own = columnsOf(schema, name).map((column): [string[], Target] => [[column.name], column.kind]);
  const relations = linksOf(schema, name);
  const lists = relations
    .filter(([link]) => !link.startsWith('to'))
    .map(([link]): [string[], Target] => [[link], 'list']);
  const plain = fc.constantFrom(...own, ...lists);
  if (depth === 0 || relations.length === 0) return plain;
  const nested = fc
    .constantFrom(...relations)
    .chain(([link, target]) =>
      path(schema, target, depth - 1).map(([rest, kind]): [string[], Target] => [[link, ...rest], kind]),
    );
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: nested });
}

function test(target: Target): fc.Arbitrary<ModelCondition['tests'][number]> {
  const kind = target === 'list' ? 'integer' : target;
  const texts = fc.constantFrom(...VALUES[kind].map(String));
  const blanks = fc.constantFrom('', '+');
  const one = (operators: readonly string[], values: fc.Arbitrary<string>) =>
    fc.record({ operator: fc.constantFrom(...operators), values: values.map((each) => [each]) });
  const several = fc.record({
    operator: fc.constantFrom('in', 'nin'),
    values: fc.array(fc.oneof({ weight: 5, arbitrary: texts }, blanks), { minLength: 1, maxLength: 3 }),
  });
  const range = fc.record({
    operator: fc.constantFrom('between', 'nbetween'),
    values: fc.tuple(texts, texts).map(([a, b]) => [a, b]),
  });
  const absent = fc.record({ operator: fc.constantFrom(...PRESENCE), values: fc.constant(['1']) });
  const related = [
    one(['has'], fc.constantFrom('0', '1', '2')),
    fc.record({
      operator: fc.constant('all'),
      values: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 2 }),
    }),
  ];
  const patterns = [
    one(['contains', 'ncontains', 'like', 'nlike'], fc.constantFrom(...FRAGMENTS)),
    one(['rlike', 'nrlike'], fc.constantFrom(...PATTERNS)),
  ];
  return fc.oneof(
    one(COMPARING, texts),
    one(['eq', 'neq'], blanks),
    several,
    range,
    absent,
    ...(target === 'owner' ? [] : patterns),
    ...(target === 'list' ? related : []),
  );
}
