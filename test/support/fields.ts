import type { Payload } from './project.ts';

/** An auto-increment primary key. */
export const id: Payload = {
  field: 'id',
  type: 'integer',
  datatype: 'INT',
  length: 10,
  interface: 'primary-key',
  primary_key: true,
  auto_increment: true,
  signed: false,
};

/** A single-line text. */
export const text = (field: string, more: Payload = {}): Payload => ({
  field,
  type: 'string',
  datatype: 'VARCHAR',
  length: 100,
  ...more,
});

/** The fields of notes: a title, and a unique code. */
export const noteFields: readonly Payload[] = [id, text('title'), text('code', { unique: true })];

/** The key of an item of another collection. */
export const toOne = (field: string): Payload => ({ field, type: 'm2o', datatype: 'INT', length: 10, signed: false });

/** The items of another collection that point here. */
export const toMany = (field: string): Payload => ({ field, type: 'o2m' });

/** A whole number. */
export const integer = (field: string, type = 'integer'): Payload => ({ field, type, datatype: 'INT', length: 10 });

/** The user who created an item. */
export const owner: Payload = { field: 'owner', type: 'owner', datatype: 'INT', length: 10, signed: false };

const mapping = Object.fromEntries(
  ['published', 'draft', 'deleted'].map((name) => [name, { name, soft_delete: name === 'deleted' }]),
);

/** A status with these values, as Studio shows them; the first one is the default. */
export const shownStatus = (statuses: Readonly<Record<string, object>>): Payload => ({
  field: 'status',
  type: 'status',
  datatype: 'VARCHAR',
  length: 20,
  interface: 'status',
  default_value: Object.keys(statuses)[0],
  options: { status_mapping: statuses },
});

/** A status with three values, of which `deleted` hides the item. */
export const status: Payload = {
  field: 'status',
  type: 'status',
  datatype: 'VARCHAR',
  length: 20,
  default_value: 'published',
  options: { status_mapping: mapping },
};
