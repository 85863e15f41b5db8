import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';

/** SQL that makes the table of revisions refuse those of an item. */
const refusing = (engine: EngineName, key: number): string =>
  engine === 'sqlite'
    ? `CREATE TRIGGER refused BEFORE INSERT ON directus_revisions WHEN NEW.item = '${key}' BEGIN SELECT RAISE(ABORT, 'refused'); END`
    : `ALTER TABLE directus_revisions ADD CONSTRAINT refused CHECK (item <> '${key}')`;

onEveryEngine('a write that the database refuses', ({ project, engine }) => {
  beforeAll(async () => {
    const code = { ...text('code'), unique: true };
    await project.write('POST', '/collections', { collection: 'plants', fields: [id, code, text('name')] });
    await project.write('POST', '/items/plants', [{ code: 'oak' }, { code: 'elm' }, { code: 'ash' }]);
  });

  const state = async () => [
    await project.read('/items/plants?sort=id'),
    (await project.read<unknown[]>('/activity?filter[collection]=plants&limit=-1')).length,
    (await project.read<unknown[]>('/revisions?filter[collection]=plants&limit=-1')).length,
  ];

  it.each([
    ['a changed item', 'PATCH', '/items/plants/1', { code: 'elm' }],
    ['a changed item without records', 'PATCH', '/items/plants/1?activity_skip=1', { code: 'elm' }],
    [
      'a list of changes',
      'PATCH',
      '/items/plants',
      [
        { id: 3, name: 'Ash' },
        { id: 1, code: 'elm' },
      ],
    ],
    ['several items at once', 'PATCH', '/items/plants/3,1', { code: 'elm' }],
    ['a new item', 'POST', '/items/plants', { code: 'elm' }],
  ])('for a value that another item has leaves nothing, and says so: %s', async (_, method, path, body) => {
    const before = await state();
    const answer = await project.ask(method, path, body);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([409, 204]);
    expect(await state()).toEqual(before);
  });

  it('for its revision leaves nothing', async () => {
    const { database } = await project.opened();
    const { id: key } = await project.write<{ id: number }>('POST', '/items/plants?activity_skip=1', { code: 'yew' });
    await database.run({ text: refusing(engine, key), parameters: [] });
    const before = await state();
    for (const path of [`/items/plants/${key}`, `/items/plants/3,${key}`])
      expect((await project.ask('PATCH', path, { name: 'changed' })).status).toBeGreaterThanOrEqual(400);
    expect(await state()).toEqual(before);
    expect((await project.ask('PATCH', '/items/plants/3', { name: 'Ash' })).status).toBe(200);
  });
});
