import { expect, it } from 'vitest';
import type { Project } from '../../../src/projects/project.ts';
import * as fields from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';

/** Removes a field as another server does: the catalogue of this one still has it. */
async function removeElsewhere({ database }: Project, engine: EngineName, field: string): Promise<void> {
  const quote = (name: string): string => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);
  const [table, column] = ['cats', field].map(quote);
  await database.run({ text: `ALTER TABLE ${table} DROP COLUMN ${column}`, parameters: [] });
  await database.run({
    text: `DELETE FROM ${quote('directus_fields')} WHERE collection = 'cats' AND field = '${field}'`,
    parameters: [],
  });
}

onEveryEngine('a write whose schema another server has just changed', ({ engine, project, prepare }) => {
  prepare(() => ({ each: true }));

  async function outdated(): Promise<void> {
    const all = [fields.id, fields.text('name'), fields.text('colour')];
    await project.write('POST', '/collections', { collection: 'cats', fields: all });
    await project.write('POST', '/items/cats', [{ name: 'Tom' }, { name: 'Kim' }]);
    await removeElsewhere(await project.opened(), engine, 'colour');
  }

  it('creates an item', async () => {
    await outdated();
    expect(await project.write('POST', '/items/cats', { name: 'Ann' })).toEqual({
      id: expect.any(Number),
      name: 'Ann',
    });
    expect(await project.read('/items/cats?fields=name')).toHaveLength(3);
  });

  it('creates several', async () => {
    await outdated();
    const made = await project.write('POST', '/items/cats', [{ name: 'Ann' }, { name: 'Bob' }]);
    expect(made).toMatchObject([{ name: 'Ann' }, { name: 'Bob' }]);
    expect(await project.read('/items/cats?fields=name')).toHaveLength(4);
  });

  it('changes an item', async () => {
    await outdated();
    expect(await project.write('PATCH', '/items/cats/1', { name: 'Ann' })).toEqual({ id: 1, name: 'Ann' });
  });

  it('changes several', async () => {
    await outdated();
    const changed = await project.write('PATCH', '/items/cats', [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ]);
    expect(changed).toHaveLength(2);
  });

  it('deletes an item', async () => {
    await outdated();
    await project.write('DELETE', '/items/cats/1');
    expect(await project.read('/items/cats?fields=name')).toEqual([{ name: 'Kim' }]);
  });

  it('refuses the removed field as any unknown one', async () => {
    await outdated();
    const before = await project.ask('POST', '/items/cats', { name: 'Ann', colour: 'red' });
    const after = await project.ask('POST', '/items/cats', { name: 'Ann', colour: 'red' });
    expect([before.status, before.body]).toEqual([after.status, after.body]);
    expect(before.status).toBeLessThan(500);
  });
});
