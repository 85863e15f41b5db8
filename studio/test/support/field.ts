import type { Field } from '../../src/model/field.ts';

/** A field as a schema describes it, with what a test needs of it. */
export const fieldLike = (more: Partial<Field>): Field => ({
  collection: 'things',
  name: 'thing',
  label: 'Thing',
  type: 'string',
  interface: null,
  options: {},
  note: '',
  isKey: false,
  isGenerated: false,
  isRequired: false,
  isReadonly: false,
  isUnique: false,
  id: null,
  isHiddenInForm: false,
  isHiddenInList: false,
  isAlias: false,
  width: 'full',
  group: null,
  sort: 0,
  length: null,
  defaultValue: null,
  validation: null,
  relation: null,
  ...more,
});
