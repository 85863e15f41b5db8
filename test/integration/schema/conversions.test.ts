import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

const COLUMNS = {
  text: { type: 'string', datatype: 'VARCHAR', length: 50 },
  date: { type: 'date', datatype: 'DATE' },
  time: { type: 'time', datatype: 'TIME' },
  datetime: { type: 'datetime', datatype: 'DATETIME' },
  whole: { type: 'integer', datatype: 'INT', signed: true },
  big: { type: 'integer', datatype: 'BIGINT', signed: true },
  decimal: { type: 'decimal', datatype: 'DECIMAL', length: '10,2' },
  short: { type: 'decimal', datatype: 'DECIMAL', length: '4,2' },
  fine: { type: 'decimal', datatype: 'DECIMAL', length: '10,3' },
  finer: { type: 'decimal', datatype: 'DECIMAL', length: '5,3' },
  float: { type: 'decimal', datatype: 'DOUBLE' },
  single: { type: 'decimal', datatype: 'FLOAT' },
  small: { type: 'decimal', datatype: 'DOUBLE', length: '5,2' },
  choice: { type: 'string', datatype: 'ENUM', length: 'a,b' },
  other: { type: 'string', datatype: 'ENUM', length: 'b,c' },
  json: { type: 'json', datatype: 'JSON' },
  one: { type: 'string', datatype: 'VARCHAR', length: 1 },
  three: { type: 'string', datatype: 'VARCHAR', length: 3 },
  letters: { type: 'string', datatype: 'CHAR', length: 3 },
  four: { type: 'string', datatype: 'VARCHAR', length: 4 },
  ten: { type: 'string', datatype: 'VARCHAR', length: 10 },
} as const;
type Name = keyof typeof COLUMNS;

onEveryEngine('a field of another datatype', ({ project }) => {
  let count = 0;

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'things', fields: [id] });
  });

  async function holding(from: Name, value: unknown): Promise<{ readonly field: string; readonly item: string }> {
    const field = `field_${count++}`;
    await project.write('POST', '/fields/things', { field, interface: 'text-input', ...COLUMNS[from] });
    const { id: key } = await project.write<Payload>('POST', '/items/things', { [field]: value });
    return { field, item: `/items/things/${String(key)}` };
  }

  it.each<[Name, unknown, Name, unknown]>([
    ['text', '2026-01-31', 'date', '2026-01-31'],
    ['text', '2026-01-31 12:30:00', 'date', '2026-01-31'],
    ['text', '2026-01-31', 'datetime', '2026-01-31 00:00:00'],
    ['text', '12:30:00', 'time', '12:30:00'],
    ['text', 'a', 'choice', 'a'],
    ['text', '12.5', 'decimal', 12.5],
    ['date', '2026-01-31', 'datetime', '2026-01-31 00:00:00'],
    ['datetime', '2026-01-31 12:30:00', 'date', '2026-01-31'],
    ['decimal', 1.5, 'whole', 2],
    ['decimal', -1.25, 'whole', -1],
    ['float', 2.75, 'big', '3'],
    ['big', '9007199254740993', 'text', '9007199254740993'],
    ['choice', 'b', 'other', 'b'],
    ['fine', 1.234, 'decimal', 1.23],
    ['fine', -1.235, 'decimal', -1.24],
    ['fine', 1.005, 'decimal', 1.01],
    ['fine', 7, 'decimal', 7],
    ['float', 1.555, 'decimal', 1.56],
    ['float', 2.675, 'decimal', 2.68],
    ['float', 12345678.125, 'decimal', 12345678.13],
    ['float', 99.994, 'short', 99.99],
    ['text', '1.555', 'decimal', 1.56],
    ['whole', 123, 'three', '123'],
    ['decimal', 1.5, 'four', '1.50'],
    ['float', 3, 'one', '3'],
    ['float', 1.5, 'three', '1.5'],
    ['date', '2026-01-31', 'ten', '2026-01-31'],
    ['choice', 'b', 'one', 'b'],
  ])('holds the same value on every engine: %s %j as %s', async (from, value, to, expected) => {
    const { field, item } = await holding(from, value);
    await project.write('PATCH', `/fields/things/${field}`, COLUMNS[to]);
    expect(await project.read(`${item}?fields=${field}`)).toEqual({ [field]: expected });
    expect(await project.read(`/items/things?fields=${field}&filter[${field}]=${expected}`)).toHaveLength(1);
  });

  it.each<[Name, unknown, Name]>([
    ['text', 'tomorrow', 'date'],
    ['text', '2026-02-30', 'date'],
    ['text', '', 'date'],
    ['text', '03:04:05', 'datetime'],
    ['text', '12', 'time'],
    ['text', 'x', 'choice'],
    ['text', '99999999999', 'decimal'],
    ['date', '2026-01-31', 'time'],
    ['date', '2026-01-31', 'whole'],
    ['text', '2026-01-31 12:30:00', 'time'],
    ['time', '12:30:00', 'datetime'],
    ['datetime', '2026-01-31 12:30:00', 'time'],
    ['time', '12:30:00', 'decimal'],
    ['datetime', '2026-01-31 12:30:00', 'big'],
    ['whole', 1, 'date'],
    ['whole', 1, 'choice'],
    ['big', '9007199254740993', 'decimal'],
    ['float', 1e20, 'whole'],
    ['float', 1e20, 'big'],
    ['decimal', 123.5, 'short'],
    ['finer', 99.995, 'short'],
    ['float', 99.996, 'short'],
    ['text', '-99.995', 'short'],
    ['float', 1e39, 'single'],
    ['float', 12_345.5, 'small'],
    ['whole', 12_345, 'small'],
    ['choice', 'a', 'whole'],
    ['choice', 'a', 'other'],
  ])('is refused where a value does not fit, which is named: %s %j as %s', async (from, value, to) => {
    const { field } = await holding(from, value);
    const before = await project.digest();
    const { status, text } = await project.ask('PATCH', `/fields/things/${field}`, COLUMNS[to]);
    expect([status, text]).toEqual([422, expect.stringMatching(/"code":404,.*\\" does not fit"/)]);
    expect(await project.digest()).toBe(before);
  });

  it.each<[Name, unknown, Name]>([
    ['text', 'long', 'three'],
    ['whole', 12345, 'three'],
    ['whole', -123, 'three'],
    ['big', '123456', 'three'],
    ['decimal', 1.5, 'three'],
    ['float', 1.25, 'three'],
    ['float', 1e20, 'three'],
    ['date', '2026-01-31', 'three'],
    ['time', '12:30:00', 'three'],
    ['datetime', '2026-01-31 12:30:00', 'ten'],
    ['json', { a: 1 }, 'three'],
    ['whole', 12345, 'letters'],
  ])('is refused where a value is too long as a text: %s %j as %s', async (from, value, to) => {
    const { field } = await holding(from, value);
    const before = await project.digest();
    const { status, text } = await project.ask('PATCH', `/fields/things/${field}`, COLUMNS[to]);
    expect([status, text]).toEqual([422, expect.stringMatching(/"code":404,.*\\" is longer"/)]);
    expect(await project.digest()).toBe(before);
  });

  it.each<[Name, unknown, Name]>([
    ['text', '2026-01-31 12:30:00', 'date'],
    ['datetime', '2026-01-31 12:30:00', 'date'],
    ['date', '2026-01-31', 'datetime'],
    ['decimal', 1.5, 'whole'],
    ['fine', 1.235, 'decimal'],
    ['text', '012', 'whole'],
  ])('is undone with its earlier values: %s %j as %s', async (from, value, to) => {
    const { field, item } = await holding(from, value);
    await project.write('PATCH', `/fields/things/${field}`, COLUMNS[to]);
    const [change] = await project.read<Payload[]>('/schema-changes?limit=1');
    await project.write('POST', `/schema-changes/${String(change?.id)}/undo`);
    expect(await project.read(`${item}?fields=${field}`)).toEqual({ [field]: value });
  });

  it.each<[Name, Name]>([
    ['date', 'time'],
    ['time', 'date'],
    ['datetime', 'time'],
    ['time', 'datetime'],
  ])('may have any type while there are no values: %s as %s', async (from, to) => {
    const { field } = await holding(from, null);
    expect(await project.write('PATCH', `/fields/things/${field}`, COLUMNS[to])).toMatchObject(COLUMNS[to]);
  });

  it('may be a key that counted, which then holds texts', async () => {
    await project.write('POST', '/collections', {
      collection: 'counted',
      fields: [id, { field: 'title', ...COLUMNS.text }],
    });
    await project.write('POST', '/items/counted', [{ title: 'One' }, { title: 'Two' }]);
    await project.write('PATCH', '/fields/counted/id', { type: 'string', datatype: 'VARCHAR', length: 20 });
    await project.write('POST', '/items/counted', { id: 'three', title: 'Three' });
    expect(await project.read('/items/counted?fields=id')).toEqual(['1', '2', 'three'].map((key) => ({ id: key })));
  });
});
