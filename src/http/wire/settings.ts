import { itemOrItemsOf, itemsOf } from '../../wire/items.ts';
import { key, keys, text } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';

const SETTINGS = 'directus_settings';
const READ_ERRORS = ['readDenied', 'fieldReadDenied', 'invalidField'] as const;
const WRITE_ERRORS = [
  'bodyMissing',
  'unknownPayloadFields',
  'fieldWriteDenied',
  'duplicateItem',
  'valueTooLong',
] as const;

/** Any value: it is stored as text, and read as the type of the setting's field. */
const value = (t: Build) => t.Optional(t.Unknown({ description: 'The value; files by their key or as an object' }));

const newSetting = (t: Build) => t.Object({ key: text('The name of the setting')(t), value: value(t) });

/** A setting as it is read: its value has the type of its field. (Contract, O-10.) */
const setting: Shape = (t) =>
  t.Object({
    id: t.Optional(t.Integer()),
    key: t.Optional(t.String()),
    value: t.Optional(t.Unknown()),
  });

const shown: Shape = (t) => t.Union([setting(t), t.Array(setting(t))]);

const fields: Wire = {
  summary: 'List the fields of the settings',
  tags: ['settings'],
  language: 'list',
  answers: [data(itemsOf('directus_fields'), { meta: true })],
  errors: READ_ERRORS,
};

const list: Wire = {
  summary: 'List the settings',
  tags: ['settings'],
  language: 'list',
  answers: [data(shown, { meta: true })],
  errors: READ_ERRORS,
};

const read: Wire = {
  summary: 'Read one setting, or several',
  tags: ['settings'],
  path: { id: keys },
  language: 'item',
  answers: [data(itemOrItemsOf(SETTINGS), { meta: true })],
  errors: [...READ_ERRORS, 'itemNotFound'],
};

const create: Wire = {
  summary: 'Create one setting, or several',
  tags: ['settings'],
  language: 'item',
  body: { check: 'plan', shape: (t) => t.Union([newSetting(t), t.Array(newSetting(t))]) },
  answers: [data(shown, { meta: true }), { kind: 'nothing' }],
  errors: [...WRITE_ERRORS, 'createDenied'],
};

const update: Wire = {
  summary: 'Change a setting',
  tags: ['settings'],
  path: { id: key('The id of the setting') },
  language: 'item',
  body: { check: 'plan', shape: (t) => t.Object({ key: t.Optional(t.String()), value: value(t) }) },
  answers: [data(shown, { meta: true }), { kind: 'nothing' }],
  errors: [...WRITE_ERRORS, 'updateDenied', 'itemNotFound', 'itemChanged'],
};

/** Settings. */
export const settingsWire = { fields, list, read, create, update };
