/** A field in the form that `POST /:project/collections` accepts. */
export type FieldPayload = Readonly<Record<string, unknown>>;

/** An unsigned auto-increment key, as in every collection of the magazine. */
export const id: FieldPayload = {
  field: 'id',
  type: 'integer',
  datatype: 'INT',
  length: 10,
  interface: 'primary-key',
  primary_key: true,
  auto_increment: true,
  signed: false,
  hidden_detail: true,
};

/** A single-line text. */
export function text(field: string, length: number, more: FieldPayload = {}): FieldPayload {
  return { field, type: 'string', datatype: 'VARCHAR', length, interface: 'text-input', ...more };
}

/** A text of any length. */
export function longText(field: string): FieldPayload {
  return { field, type: 'string', datatype: 'TEXT', interface: 'textarea' };
}

/** The key of another item. */
export function toOne(field: string): FieldPayload {
  return { field, type: 'm2o', datatype: 'INT', length: 10, signed: false, interface: 'many-to-one' };
}

/** The items of another collection that refer to this one; it has no column. */
export function toMany(field: string, as: 'one-to-many' | 'many-to-many' = 'one-to-many'): FieldPayload {
  return { field, type: 'o2m', interface: as };
}
