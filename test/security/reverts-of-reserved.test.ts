import { beforeAll, beforeEach, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const EDITOR = 'the-token-of-an-editor';
const ITEM = '/items/notes/1';

onEveryEngine('reverting an item with fields that the caller may not write', ({ project }) => {
  let role = 0;
  let rights = 0;
  /** The revision with the first values of all fields. */
  let first = 0;

  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'notes',
      fields: [id, text('title'), text('price'), text('margin')],
    });
    await project.write('POST', '/items/notes', { title: 'first', price: '5', margin: '1' });
    first = (await project.read<{ id: number }[]>(`${ITEM}/revisions`))[0]?.id ?? 0;
    role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Editors' })).id;
    const person = { first_name: 'E', last_name: 'E', email: 'e@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token: EDITOR });
    const row = { role, collection: 'notes', read: 'full', update: 'full' };
    const lists = { write_field_blacklist: ['price', 'margin'], read_field_blacklist: ['margin'] };
    rights = (await project.write<{ id: number }>('POST', '/permissions', { ...row, ...lists })).id;
  });
  beforeEach(async () => {
    await project.write('PATCH', ITEM, { title: 'second', price: '5', margin: '1' });
    await project.write('PATCH', `/permissions/${rights}`, {
      write_field_blacklist: ['price', 'margin'],
      read_field_blacklist: ['margin'],
    });
  });

  const revert = async () => {
    const { status, body } = await project.ask('PATCH', `${ITEM}/revert/${first}`, {}, EDITOR);
    return [status, body.error?.code];
  };

  it('is allowed if the caller sees that they stay the same', async () => {
    await project.write('PATCH', `/permissions/${rights}`, {
      write_field_blacklist: ['price'],
      read_field_blacklist: [],
    });
    expect(await revert()).toEqual([200, undefined]);
    expect(await project.read(ITEM)).toMatchObject({ title: 'first', price: '5' });
  });

  it('is refused if one of them would change, and changes nothing', async () => {
    await project.write('PATCH', `/permissions/${rights}`, {
      write_field_blacklist: ['price'],
      read_field_blacklist: [],
    });
    await project.write('PATCH', ITEM, { price: '6' });
    const before = await project.digest();
    expect(await revert()).toEqual([403, 305]);
    expect(await project.digest()).toBe(before);
  });

  it.each(['1', '2'])('is refused if one of them is hidden, whatever its value is (%s)', async (margin) => {
    await project.write('PATCH', ITEM, { margin });
    const before = await project.digest();
    expect(await revert()).toEqual([403, 305]);
    expect(await project.digest()).toBe(before);
  });
});
