import { key, keys, nullable, text } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';
import { DEFINITION_ERRORS, definition, field, UNDERSTOOD } from './fields.ts';

const collection = key('The name of the collection');

const attributes = (t: Build) => ({
  collection: t.String(),
  managed: t.Boolean(),
  hidden: t.Boolean(),
  single: t.Boolean(),
  icon: nullable(t, t.String()),
  note: nullable(t, t.String()),
  translation: t.Unknown(),
  indexes: t.Optional(indexes(t)),
});

/** Indexes over several fields; each is a list of field names. (Contract, S-57.) */
const indexes = (t: Build) => t.Array(t.Array(t.String()), { description: 'Indexes over several fields' });

/** A collection as it is read: with its fields, by name. (Contract, S-10 to S-17.) */
const full: Shape = (t) => t.Object({ ...attributes(t), fields: t.Record(t.String(), field(t)) });

/** A collection as it is read by its name. (Contract, S-189.) */
const named: Shape = (t) =>
  t.Object({
    ...attributes(t),
    fields: t.Record(t.String(), field(t)),
    text_index_obstacle: t.Optional(
      nullable(
        t,
        t.String({
          description:
            'Why the collection can have no text indexes, in words; null if it can. Administrators have it if the parameter fields names it',
        }),
      ),
    ),
  });

/** A collection as it is returned after a change. */
const short: Shape = (t) => t.Object(attributes(t));

/** The optional members in the definition of a collection. */
const sent = (t: Build) => ({
  managed: t.Optional(t.Unknown({ description: 'Whether the admin app shows the collection' })),
  hidden: t.Optional(t.Unknown({ description: 'Whether the admin app hides the collection' })),
  single: t.Optional(t.Unknown({ description: 'Whether the collection has one item only' })),
  icon: t.Optional(nullable(t, t.String())),
  note: t.Optional(nullable(t, t.String())),
  translation: t.Optional(t.Unknown()),
  indexes: t.Optional(indexes(t)),
});

const READ_ERRORS = ['readDenied', 'collectionNotFound', 'itemNotFound'] as const;

const list: Wire = {
  summary: 'List the collections',
  tags: ['collections'],
  language: 'list',
  answers: [data((t) => t.Union([t.Array(full(t)), full(t)]), { meta: true })],
  errors: READ_ERRORS,
};

const read: Wire = {
  summary: 'Read one collection, or several',
  tags: ['collections'],
  path: { collection: keys },
  language: 'item',
  answers: [data((t) => t.Union([named(t), t.Array(named(t))]), { meta: true })],
  errors: READ_ERRORS,
};

const create: Wire = {
  summary: 'Create a collection with its fields, or begin to manage a table',
  tags: ['collections'],
  language: 'item',
  body: {
    check: 'handler',
    reason: UNDERSTOOD,
    shape: (t) =>
      t.Object({
        collection: text('The name of the collection')(t),
        fields: t.Array(definition(t), { minItems: 1 }),
        ...sent(t),
      }),
  },
  answers: [data(short, { meta: true })],
  errors: [
    ...DEFINITION_ERRORS,
    'collectionCreateUnauthorized',
    'collectionNameInvalid',
    'collectionNameReserved',
    'collectionExists',
    'noPrimaryKey',
    'fieldNamesRepeated',
    'systemFieldRepeated',
  ],
};

const update: Wire = {
  summary: 'Change a collection, and fields of it',
  tags: ['collections'],
  path: { collection },
  language: 'item',
  body: {
    check: 'handler',
    reason: UNDERSTOOD,
    shape: (t) => t.Object({ fields: t.Optional(t.Array(t.Unknown())), ...sent(t) }),
  },
  answers: [data(short, { meta: true })],
  errors: [
    ...DEFINITION_ERRORS,
    'collectionUpdateUnauthorized',
    'collectionNameReserved',
    'collectionNotFound',
    'collectionNotManaged',
    'tableDependedOn',
    'itemChanged',
  ],
};

const remove: Wire = {
  summary: 'Delete a collection with its items, or no longer manage its table',
  tags: ['collections'],
  path: { collection },
  answers: [{ kind: 'deleted' }],
  errors: ['unauthorized', 'collectionNotFound', 'systemCollectionProtected', 'tableDependedOn', 'itemChanged'],
};

/** Collections. */
export const collectionsWire = { list, read, create, update, remove };
