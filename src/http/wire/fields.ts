import { fieldTypes } from '../../schema/field-types/all.ts';
import { key, keys, nullable, text } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type HandledBody, type Wire } from '../../wire/wire.ts';

const collection = key('The name of the collection');

/** A field as it is listed. (Contract, S-70 to S-74.) */
export const field: Shape = (t) =>
  t.Object({
    collection: t.String(),
    field: t.String(),
    datatype: nullable(t, t.String()),
    unique: t.Boolean(),
    primary_key: t.Boolean(),
    auto_increment: t.Boolean(),
    default_value: t.Unknown(),
    note: nullable(t, t.String()),
    signed: t.Boolean(),
    id: nullable(t, t.Integer()),
    type: t.String({ description: 'One of the field types; in capitals, in lists, for types without a column' }),
    sort: nullable(t, t.Integer()),
    interface: nullable(t, t.String()),
    hidden_detail: t.Boolean(),
    hidden_browse: t.Boolean(),
    required: t.Boolean(),
    options: t.Unknown(),
    locked: t.Unknown({ description: 'A number in lists, a boolean otherwise' }),
    translation: t.Unknown(),
    readonly: t.Boolean(),
    width: nullable(t, t.String()),
    validation: nullable(t, t.String()),
    group: nullable(t, t.Integer()),
    length: t.Unknown({ description: 'A number, or a text such as 10,2' }),
    index: t.Optional(t.Boolean({ description: 'Present if the parameter fields names it' })),
    text_index: t.Optional(t.Boolean({ description: 'Present if the parameter fields names it' })),
  });

/** A flag may be sent as a boolean, a number or a text. */
const flag = (t: Build, description: string) =>
  t.Optional(t.Union([t.Boolean(), t.Integer(), t.String(), t.Null()], { description }));

/** The optional members in the definition of a field. (Contract, S-90 to S-111.) */
const attributes = (t: Build) => ({
  interface: t.Optional(nullable(t, t.String({ description: 'How the admin app edits the field' }))),
  datatype: t.Optional(
    nullable(t, t.String({ description: 'The datatype of the column; by default that of the type' })),
  ),
  length: t.Optional(t.Unknown({ description: 'The length of the column, or the members of an ENUM or SET' })),
  default_value: t.Optional(t.Unknown()),
  signed: flag(t, 'Whether numbers may be negative'),
  unique: flag(t, 'Whether no two items have the same value'),
  primary_key: flag(t, 'Whether the field is the key of the items'),
  auto_increment: flag(t, 'Whether the database counts the field'),
  index: flag(t, 'Whether an index finds items by a value of the field, and sorts lists by it'),
  text_index: flag(t, 'Whether an index finds items by a part of the text of the field'),
  required: flag(t, 'Whether the field needs a value'),
  readonly: flag(t, 'Whether the admin app lets nobody edit the field'),
  hidden_detail: flag(t, 'Whether the admin app hides the field where an item is edited'),
  hidden_browse: flag(t, 'Whether the admin app hides the field in lists'),
  locked: flag(t, 'Whether the admin app lets nobody change the field'),
  options: t.Optional(t.Unknown({ description: 'Options of the interface' })),
  validation: t.Optional(nullable(t, t.String({ description: 'A regular expression that values match' }))),
  sort: t.Optional(nullable(t, t.Union([t.Integer(), t.String()]))),
  width: t.Optional(nullable(t, t.String())),
  group: t.Optional(nullable(t, t.Union([t.Integer(), t.String()]))),
  note: t.Optional(nullable(t, t.String())),
  translation: t.Optional(t.Unknown()),
});

const type = (t: Build) =>
  t.String({ examples: fieldTypes.map(({ name }) => name), description: 'One of the field types' });

/** The definition of a new field. */
export const definition: Shape = (t) =>
  t.Object({ field: text('The name of the field')(t), type: type(t), ...attributes(t) });

/** A change to a field, which includes its name. */
const namedChange: Shape = (t) =>
  t.Object({ field: text('The name of the field')(t), type: t.Optional(type(t)), ...attributes(t) });

const change: Shape = (t) => t.Object({ type: t.Optional(type(t)), ...attributes(t) });

/** Explains why schemas do not check definitions. */
export const UNDERSTOOD = 'Attributes depend on each other, and unknown ones are refused before missing ones';

const body = (shape: Shape): HandledBody => ({ check: 'handler', reason: UNDERSTOOD, shape });

const fieldOrFields: Shape = (t) => t.Union([field(t), t.Array(field(t))]);

const READ_ERRORS = ['collectionNotFound', 'readDenied', 'invalidField'] as const;

/** Errors of field definitions. */
export const DEFINITION_ERRORS = [
  'bodyMissing',
  'unknownPayloadFields',
  'unknownType',
  'unknownDatatype',
  'lengthRequired',
  'lengthNotSupported',
  'invalidName',
  'nameDeceives',
  'manyPrimaryKeys',
  'manyAutoIncrements',
  'counterWithoutKey',
  'invalidFieldPattern',
  'unsupportedFieldPattern',
  'indexImpossible',
  'textIndexImpossible',
] as const;

const CHANGE_ERRORS = [
  ...DEFINITION_ERRORS,
  'collectionNotFound',
  'systemCollectionAccess',
  'fieldNotFound',
  'updateDenied',
  'primaryKeyProtected',
  'systemFieldProtected',
  'dataBreaksConstraint',
  'tableDependedOn',
  'indexKept',
  'itemChanged',
] as const;

const list: Wire = {
  summary: 'List the fields of all collections',
  tags: ['fields'],
  language: 'list',
  answers: [data((t) => t.Array(field(t)))],
  errors: READ_ERRORS,
};

const listOfCollection: Wire = {
  summary: 'List the fields of a collection',
  tags: ['fields'],
  path: { collection },
  language: 'list',
  answers: [data((t) => t.Array(field(t)))],
  errors: READ_ERRORS,
};

const read: Wire = {
  summary: 'Read one field, or several',
  tags: ['fields'],
  path: { collection, field: keys },
  language: 'item',
  answers: [data(fieldOrFields, { meta: true })],
  errors: [...READ_ERRORS, 'fieldNotFound', 'relatedDataDenied'],
};

const create: Wire = {
  summary: 'Add a field to a collection',
  tags: ['fields'],
  path: { collection },
  language: 'item',
  body: body(definition),
  answers: [data(field, { meta: true })],
  errors: [...DEFINITION_ERRORS, 'collectionNotFound', 'createDenied', 'fieldExists', 'dataBreaksConstraint'],
};

const updateEach: Wire = {
  summary: 'Change several fields of a collection, each in its own way',
  tags: ['fields'],
  path: { collection },
  language: 'item',
  body: body((t) => t.Array(namedChange(t))),
  answers: [data((t) => t.Array(field(t)), { meta: true })],
  errors: CHANGE_ERRORS,
};

const update: Wire = {
  summary: 'Change one field, or several in the same way',
  tags: ['fields'],
  path: { collection, field: keys },
  language: 'item',
  body: body(change),
  answers: [data(fieldOrFields, { meta: true })],
  errors: CHANGE_ERRORS,
};

const remove: Wire = {
  summary: 'Delete a field with its values',
  tags: ['fields'],
  path: { collection, field: key('The name of the field') },
  query: { delete_junction: (t) => t.String({ description: 'Also deletes the junction of a list of related items' }) },
  answers: [{ kind: 'deleted' }],
  errors: [
    'collectionNotFound',
    'fieldNotFound',
    'deleteDenied',
    'lastField',
    'primaryKeyProtected',
    'systemFieldProtected',
    'tableDependedOn',
    'itemChanged',
  ],
};

const types: Wire = {
  summary: 'List the field types',
  tags: ['fields'],
  answers: [data((t) => t.Array(t.Object({ name: t.String() })))],
  errors: ['notAuthenticated'],
};

/** Fields. */
export const fieldsWire = { list, listOfCollection, read, create, updateEach, update, remove, types };
