import { id, integer, owner, status, text, toMany, toOne } from '../support/fields.ts';
import type { Payload } from '../support/project.ts';

/** Collections that refer to each other in every possible way. */
export const collections: readonly Payload[] = [
  { collection: 'shelves', fields: [id, text('name'), toMany('notes')] },
  { collection: 'vaults', fields: [id, text('word'), toMany('notes')] },
  {
    collection: 'notes',
    fields: [
      id,
      status,
      integer('place', 'sort'),
      text('title'),
      text('secret'),
      toOne('shelf'),
      toOne('vault'),
      owner,
      toMany('labels'),
    ],
  },
  { collection: 'labels', fields: [id, text('name'), toMany('notes')] },
  { collection: 'notes_labels', fields: [id, toOne('note'), toOne('label')] },
];

export const relations: readonly Payload[] = [
  { collection_many: 'notes', field_many: 'shelf', collection_one: 'shelves', field_one: 'notes' },
  { collection_many: 'notes', field_many: 'vault', collection_one: 'vaults', field_one: 'notes' },
  {
    collection_many: 'notes_labels',
    field_many: 'note',
    collection_one: 'notes',
    field_one: 'labels',
    junction_field: 'label',
  },
  {
    collection_many: 'notes_labels',
    field_many: 'label',
    collection_one: 'labels',
    field_one: 'notes',
    junction_field: 'note',
  },
];

/** The fields that a dotted path can pass through, and the collections that they lead to. */
export const links: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shelves: { notes: 'notes' },
  vaults: { notes: 'notes' },
  notes: { shelf: 'shelves', vault: 'vaults', labels: 'notes_labels', owner: 'directus_users' },
  labels: { notes: 'notes_labels' },
  notes_labels: { note: 'notes', label: 'labels' },
  directus_users: {},
};

export type Rows = Readonly<Record<string, readonly Payload[]>>;

const note = (key: number, more: Payload): Payload => ({
  id: key,
  title: `note ${key}`,
  secret: 'same',
  status: key > 3 ? 'draft' : 'published',
  place: key,
  shelf: 1,
  vault: 1,
  ...more,
});

/** Rows with some values replaced by those of `changes`, by collection and key. */
export function rowsWith(changes: Readonly<Record<string, Readonly<Record<number, Payload>>>>): Rows {
  const rows: Rows = {
    shelves: [1, 2].map((key) => ({ id: key, name: `shelf ${key}` })),
    vaults: [1, 2].map((key) => ({ id: key, word: 'same' })),
    labels: [1, 2].map((key) => ({ id: key, name: `label ${key}` })),
    notes: [1, 2, 3, 4, 5].map((key) => note(key, {})),
    notes_labels: [1, 2, 3].map((key) => ({ id: key, note: key, label: 1 })),
  };
  return Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [
      name,
      list.map((row) => ({ ...row, ...changes[name]?.[Number(row.id)] })),
    ]),
  );
}

/** A field rule: who may read what, where the secret is, and which guesses are worthwhile. */
export interface Rule {
  readonly name: string;
  readonly collection: string;
  readonly field: string;
  /** The rows with each of the two secrets. */
  readonly rows: readonly [Rows, Rows];
  readonly guess: string;
  /** The permission rows of every role except the administrator's. */
  readonly permissions: readonly Payload[];
  /** Item rules of the same roles. */
  readonly itemRules?: readonly Payload[];
  /** The keys of the rows of the other owner. */
  readonly foreign?: readonly number[];
  /** Not even administrators read it. */
  readonly forEverybody?: boolean;
  /** Values of a user, if the secret is in one. */
  readonly user?: readonly [Payload, Payload];
}

const full = (collection: string, more: Payload = {}): Payload => ({ collection, read: 'full', ...more });
const OPEN: readonly Payload[] = [
  ...['shelves', 'vaults', 'notes', 'labels', 'notes_labels', 'directus_users', 'directus_revisions'].map((name) =>
    full(name),
  ),
];
/** Permissions for everything except the rows of one collection. */
const except = (collection: string, ...rows: readonly Payload[]): Payload[] => [
  ...OPEN.filter((row) => row.collection !== collection),
  ...rows.map((row) => ({ collection, ...row })),
];
const hiding = (collection: string, ...names: string[]): Payload[] =>
  except(collection, { read: 'full', read_field_blacklist: names });
const inNotes = (key: number, a: Payload, b: Payload): readonly [Rows, Rows] => [
  rowsWith({ notes: { [key]: a } }),
  rowsWith({ notes: { [key]: b } }),
];
const onUser = (field: string): Rule => ({
  name: `${field} of another user`,
  collection: 'directus_users',
  field,
  rows: [rowsWith({}), rowsWith({})],
  user: [{ [field]: 'zebra' }, { [field]: 'aardvark' }],
  guess: 'zebra',
  permissions: OPEN,
  foreign: [1, 2, 3],
  forEverybody: field === 'password',
});

/** One rule of each kind. */
export const rules: readonly Rule[] = [
  {
    name: 'a field on the blacklist',
    collection: 'notes',
    field: 'secret',
    rows: inNotes(2, { secret: 'zebra' }, { secret: 'aardvark' }),
    guess: 'zebra',
    permissions: hiding('notes', 'secret'),
  },
  {
    name: 'a field on the blacklist of one status',
    collection: 'notes',
    field: 'secret',
    rows: inNotes(4, { secret: 'zebra' }, { secret: 'aardvark' }),
    guess: 'zebra',
    permissions: except(
      'notes',
      { status: 'published', read: 'full' },
      { status: 'draft', read: 'full', read_field_blacklist: ['secret'] },
    ),
  },
  {
    name: 'a field on the blacklist of every status',
    collection: 'notes',
    field: 'secret',
    rows: inNotes(2, { secret: 'zebra' }, { secret: 'aardvark' }),
    guess: 'zebra',
    permissions: except(
      'notes',
      { status: 'published', read: 'full', read_field_blacklist: ['secret'] },
      { status: 'draft', read: 'full', read_field_blacklist: ['secret'] },
    ),
  },
  {
    name: 'a key on the blacklist',
    collection: 'notes',
    field: 'shelf',
    rows: inNotes(2, { shelf: 2 }, { shelf: 1 }),
    guess: '2',
    permissions: hiding('notes', 'shelf'),
  },
  {
    name: 'a key on the blacklist of one status',
    collection: 'notes',
    field: 'shelf',
    rows: inNotes(4, { shelf: 2 }, { shelf: 1 }),
    guess: '2',
    permissions: except(
      'notes',
      { status: 'published', read: 'full' },
      { status: 'draft', read: 'full', read_field_blacklist: ['shelf'] },
    ),
  },
  {
    name: 'a key and the list on the other side on blacklists',
    collection: 'notes',
    field: 'shelf',
    rows: inNotes(2, { shelf: 2 }, { shelf: 1 }),
    guess: '2',
    permissions: hiding('notes', 'shelf').map((row) =>
      row.collection === 'shelves' ? { ...row, read_field_blacklist: ['notes'] } : row,
    ),
  },
  {
    name: 'the far key of a junction on the blacklist',
    collection: 'notes_labels',
    field: 'label',
    rows: [rowsWith({ notes_labels: { 2: { label: 2 } } }), rowsWith({})],
    guess: '2',
    permissions: hiding('notes_labels', 'label'),
  },
  {
    name: 'the sort field on the blacklist',
    collection: 'notes',
    field: 'place',
    rows: inNotes(2, { place: 9 }, { place: 2 }),
    guess: '9',
    permissions: hiding('notes', 'place'),
  },
  {
    name: 'the status on the blacklist',
    collection: 'notes',
    field: 'status',
    rows: inNotes(2, { status: 'draft' }, { status: 'published' }),
    guess: 'draft',
    permissions: hiding('notes', 'status'),
  },
  {
    name: 'a collection without read permission',
    collection: 'vaults',
    field: 'word',
    rows: [rowsWith({ vaults: { 1: { word: 'zebra' } } }), rowsWith({ vaults: { 1: { word: 'aardvark' } } })],
    guess: 'zebra',
    permissions: except('vaults'),
  },
  ...(['mine', 'role'] as const).map(
    (level): Rule => ({
      name: `rows beyond ${level}`,
      collection: 'notes',
      field: 'secret',
      rows: inNotes(2, { secret: 'zebra', title: 'zebra' }, { secret: 'aardvark', title: 'aardvark' }),
      guess: 'zebra',
      permissions: except('notes', { read: level }),
      foreign: [2],
    }),
  ),
  {
    name: 'rows of a status without read permission',
    collection: 'notes',
    field: 'secret',
    rows: inNotes(4, { secret: 'zebra', title: 'zebra' }, { secret: 'aardvark', title: 'aardvark' }),
    guess: 'zebra',
    permissions: except('notes', { status: 'published', read: 'full' }, { status: 'draft', read: 'none' }),
  },
  {
    name: 'rows that a rule leaves out',
    collection: 'notes',
    field: 'secret',
    rows: inNotes(
      2,
      { secret: 'zebra', title: 'zebra', shelf: 2 },
      { secret: 'aardvark', title: 'aardvark', shelf: 2 },
    ),
    guess: 'zebra',
    permissions: OPEN,
    itemRules: [{ collection: 'notes', action: 'read', filter: { 'shelf.name': { eq: 'shelf 1' } } }],
  },
  {
    name: 'a field on the blacklist that a rule compares',
    collection: 'notes',
    field: 'secret',
    rows: inNotes(2, { secret: 'zebra' }, { secret: 'aardvark' }),
    guess: 'zebra',
    permissions: hiding('notes', 'secret'),
    itemRules: [{ collection: 'notes', action: 'read', filter: { secret: { nin: 'nobody,else' } } }],
  },
  ...['password', 'token', '2fa_secret', 'password_reset_token', 'last_page'].map(onUser),
];
