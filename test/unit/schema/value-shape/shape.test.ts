import { describe, expect, it } from 'vitest';
import type { FieldRow } from '../../../../src/schema/field.ts';
import { buildSchema } from '../../../../src/schema/registry.ts';
import type { RelationRow } from '../../../../src/schema/relation-row.ts';
import { collectionOf } from '../../../../src/schema/schema.ts';
import { FIELD_DEFAULTS } from '../../../../src/schema/system/system-table.ts';
import { shapeOf, type ValueShape } from '../../../../src/schema/value-shape/shape.ts';
import { tableOf } from '../../../golden/table-line.ts';

type Described = Partial<FieldRow> & { readonly type?: string };

const RELATIONS: readonly RelationRow[] = [
  {
    id: 1,
    collection_many: 'plants',
    field_many: 'garden',
    collection_one: 'gardens',
    field_one: 'plants',
    junction_field: null,
  },
];

/** The shape of the field `value` of a collection, with one column as declared, or none. */
function shape(column: string | null, described: Described | null = null, more: readonly Described[] = []): ValueShape {
  const rows = [{ field: 'value', ...described }, ...more].map(
    (each) => ({ ...FIELD_DEFAULTS, collection: 'plants', ...each }) as unknown as FieldRow,
  );
  const lines = ['id INT key auto', 'garden INT null', ...(column === null ? [] : [`value ${column}`])];
  const tables = [
    tableOf('plants', lines.join(' | ')),
    tableOf('gardens', 'id INT key auto'),
    tableOf('directus_users', 'id INT key auto'),
  ];
  const fields = described === null ? rows.slice(1) : rows;
  const schema = buildSchema({ tables, collections: [], fields, relations: RELATIONS }, 1);
  const plants = collectionOf(schema, 'plants');
  const field = plants.byName.get('value');
  if (!field) throw new Error('there is no such field');
  return shapeOf(plants, field);
}

describe('the kind of JSON that a field returns', () => {
  it.each([
    ['INT', null, 'integer'],
    ['BIGINT', null, 'bigint'],
    ['DECIMAL(10,2)', null, 'number'],
    ['DOUBLE', null, 'number'],
    ['VARCHAR(20)', null, 'text'],
    ["ENUM('a','b')", null, 'text'],
    ['DATE', null, 'date'],
    ['TIME', null, 'time'],
    ['DATETIME', null, 'datetime'],
    ['BLOB', null, 'base64'],
    ['JSON', null, 'json'],
    ['JSON', 'string', 'text'],
    ['GEOMETRY', null, 'text'],
    ['TINYINT', 'boolean', 'boolean'],
    ['VARCHAR(255)', 'array', 'list'],
    ['TEXT', 'json', 'json'],
    ['DATETIME', 'datetime_created', 'moment'],
    ['DATETIME', 'datetime_updated', 'moment'],
    ['INT', 'owner', 'integer'],
    ['BIGINT', 'sort', 'bigint'],
    [null, 'alias', 'none'],
    [null, 'o2m', 'none'],
  ] as const)('follows its type, then its column: %s of the type %s is %s', (column, type, kind) => {
    expect(shape(column, type && { type })).toMatchObject({ kind });
  });

  it('is a list of items for a to-many relation', () => {
    const rows = [{ collection: 'gardens', field: 'plants', type: 'o2m', required: true }].map(
      (each) => ({ ...FIELD_DEFAULTS, ...each }) as unknown as FieldRow,
    );
    const tables = [tableOf('plants', 'id INT key auto | garden INT'), tableOf('gardens', 'id INT key auto')];
    const schema = buildSchema({ tables, collections: [], fields: rows, relations: RELATIONS }, 1);
    const gardens = collectionOf(schema, 'gardens');
    const plants = collectionOf(schema, 'plants');
    const [list, garden] = [gardens.byName.get('plants'), plants.byName.get('garden')];
    expect(list && shapeOf(gardens, list)).toMatchObject({
      kind: 'items',
      required: true,
      relation: { collection: 'plants' },
    });
    expect(garden && shapeOf(plants, garden)).toMatchObject({
      kind: 'integer',
      relation: { kind: 'm2o', collection: 'gardens' },
    });
  });
});

describe('null', () => {
  it.each([
    ['INT null', null, true],
    ['INT', null, false],
    ['DECIMAL(10,2) null', null, false],
    ['TINYINT null', 'boolean', false],
    ['VARCHAR(20) null', 'array', false],
    ['TEXT', 'json', true],
    ['BLOB null', null, false],
    ['LONGBLOB null', null, true],
    ['DATE', null, false],
    ['DATE default=0000-00-00', null, true],
  ] as const)('is answered where the column and the type allow it: %s of the type %s: %s', (column, type, nullable) => {
    expect(shape(column, type && { type })).toMatchObject({ nullable });
  });

  it('may be sent if the column accepts it, whatever is returned', () => {
    expect(shape('DECIMAL(10,2) null')).toMatchObject({ nullable: false, takesNull: true });
    expect(shape('INT')).toMatchObject({ takesNull: false });
  });
});

describe('choices', () => {
  const choices = { b: 'Busy', 1: 'One' };

  it.each(['dropdown', 'radio-buttons', 'checkboxes', 'multiselect'])(
    'are those that the interface %s offers',
    (name) => {
      const found = shape('VARCHAR(9)', { type: 'string', interface: name, options: { choices } }).choices;
      expect(found).toEqual({
        of: [
          { value: '1', label: 'One' },
          { value: 'b', label: 'Busy' },
        ],
        open: false,
      });
    },
  );

  it('are numbers if the column holds numbers, and there are none if some are not', () => {
    expect(
      shape('INT', { interface: 'dropdown', options: { choices: { 1: 'x', '-2': 'y' } } }).choices?.of,
    ).toMatchObject([{ value: 1 }, { value: -2 }]);
    expect(shape('INT', { interface: 'dropdown', options: { choices } }).choices).toBeNull();
    expect(shape('DATE', { interface: 'dropdown', options: { choices } }).choices).toBeNull();
  });

  it('of a group of buttons are the values of its buttons', () => {
    const options = { choices: { sizes: [{ value: 's', label: 'Small' }, { value: 'm' }] } };
    const { of } = shape('VARCHAR(9)', { interface: 'button-group', options }).choices ?? {};
    expect(of).toEqual([
      { value: 's', label: 'Small' },
      { value: 'm', label: null },
    ]);
  });

  it('are the statuses of a status field', () => {
    const options = { status_mapping: { draft: { name: 'Draft' }, live: {} } };
    const found = shape('VARCHAR(9)', { type: 'status', interface: 'status', options });
    expect(found.choices).toEqual({
      of: [
        { value: 'draft', label: 'Draft' },
        { value: 'live', label: null },
      ],
      open: false,
    });
  });

  it('are the members of a column', () => {
    expect(shape("ENUM('a','it''s')").choices?.of).toMatchObject([{ value: 'a' }, { value: "it's" }]);
    expect(shape("SET('a','b')").choices).toBeNull();
  });

  it.each([['allow_other'], ['wrapWithDelimiter']])('are open with the option %s', (option) => {
    expect(shape('VARCHAR(9)', { interface: 'dropdown', options: { choices, [option]: true } }).choices?.open).toBe(
      true,
    );
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ choices: [] }],
    [{ choices: 'a' }],
    [{ choices: { a: [1, null, {}] } }],
    [{ choices: {} }],
  ])('are none without a usable option: %j', (options) => {
    expect(shape('VARCHAR(9)', { interface: 'dropdown', options }).choices).toBeNull();
    expect(shape('VARCHAR(9)', { type: 'status', options }).choices).toBeNull();
  });

  it('do not exist for an interface that offers none', () => {
    expect(shape('VARCHAR(9)', { interface: 'text-input', options: { choices } }).choices).toBeNull();
  });
});

describe('what may be sent', () => {
  it.each([
    ['VARCHAR(20)', {}, true],
    ['VARCHAR(20) null', {}, false],
    ['VARCHAR(20) default=x', {}, false],
    ['DATETIME', { type: 'datetime_created' }, false],
    ['VARCHAR(20) null', { type: 'status' }, true],
    ['VARCHAR(20) null', { required: true }, false],
  ])('is required by the column: %s, %j: %s', (column, row, required) => {
    expect(shape(column, { type: 'string', ...row })).toMatchObject({ required });
  });

  it('is not required if items of some statuses may be incomplete', () => {
    const status = {
      field: 'garden',
      type: 'status',
      options: { status_mapping: { live: { required_fields: true } } },
    };
    expect(shape('VARCHAR(20)', { type: 'string' }, [status])).toMatchObject({ required: false });
  });

  it.each([
    ['owner', { create: false, update: true }],
    ['user_updated', { create: false, update: false }],
    ['datetime_created', { create: false, update: true }],
    ['datetime_updated', { create: false, update: false }],
    ['alias', { create: false, update: false }],
    ['string', { create: true, update: true }],
  ])('does not count where the server has its own: %s', (type, writable) => {
    expect(shape(type === 'alias' ? null : 'INT null', { type })).toMatchObject({ writable });
  });

  it('has the length, the range and the form of its column', () => {
    expect(shape('VARCHAR(20)')).toMatchObject({ maxLength: 20, range: null, format: null });
    expect(shape('TEXT')).toMatchObject({ maxLength: null });
    expect(shape('TINYINT')).toMatchObject({ range: [-128n, 127n] });
    expect(shape('INT unsigned')).toMatchObject({ range: [0n, 4294967295n] });
    expect(shape('VARCHAR(20)', { type: 'string', validation: '$email' })).toMatchObject({ format: 'email' });
    expect(shape('VARCHAR(255)', { type: 'hash' })).toMatchObject({ format: 'password' });
    expect(shape('UUID')).toMatchObject({ format: 'uuid' });
  });

  it.each([
    ['INT default=3', 'integer', 3],
    ['TINYINT default=1', 'boolean', true],
    ['DECIMAL(10,2) default=1.50', 'decimal', 1.5],
    ['VARCHAR(20) default=a,b', 'array', ['a', 'b']],
    ['VARCHAR(20) default=a', 'string', 'a'],
    ['BIGINT default=7', 'integer', '7'],
    ['DATETIME default=CURRENT_TIMESTAMP', 'datetime', undefined],
    ['INT default=nextval(x)', 'integer', undefined],
    ['INT null', 'integer', undefined],
  ])('has a default as it is answered: %s of the type %s', (column, type, value) => {
    expect(shape(column, { type }).default).toEqual(value);
  });

  it('includes the note on it', () => {
    expect(shape('INT', { note: 'Metres', readonly: true })).toMatchObject({ note: 'Metres', readonly: true });
    expect(shape('INT', { note: '', readonly: false })).toMatchObject({ note: null, readonly: false });
  });
});
