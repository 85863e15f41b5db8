import { OctavoError } from '@octavo/client';
import { expect, it } from 'vitest';
import { shallowRef } from 'vue';
import { type Creation, makeCreating, typedSince } from '../src/item/creating.ts';
import { makeForm, type Values } from '../src/item/form.ts';
import { collectionFor } from './collections.ts';

const LOST = new OctavoError(0, []);
const TAKEN = new OctavoError(422, [{ code: 12, message: 'The Idempotency-Key has been used for another request' }]);
const INVALID = new OctavoError(422, [{ code: 4, message: 'title: This value should not be blank.' }]);

/** A server that creates one item per idempotency key, and that loses requests or answers as `losing` says. */
function serverThat(losing: () => 'nothing' | 'answers' | 'requests') {
  const items = new Map<string, Values>();
  const request = async (_method: string, _path: string, asked: { headers: Values }, body: Values): Promise<Values> => {
    const key = String(asked.headers['Idempotency-Key']);
    if (losing() === 'requests') throw LOST;
    if (items.has(key) && JSON.stringify(items.get(key)) !== JSON.stringify(body)) throw TAKEN;
    if (body.title === '') throw INVALID;
    items.set(key, body);
    if (losing() === 'answers') throw LOST;
    return { id: [...items.keys()].indexOf(key) + 1, ...body };
  };
  return { items, client: { request } as never };
}

it('creates the latest input unless an earlier attempt has arrived, and returns the item of that attempt', async () => {
  let losing: 'nothing' | 'answers' | 'requests' = 'requests';
  const { items, client } = serverThat(() => losing);
  const create = makeCreating({ client }, 'notes', shallowRef(null));
  await expect(create({}, { title: 'first' })).rejects.toBe(LOST);
  losing = 'answers';
  await expect(create({}, { title: 'second' })).rejects.toBe(LOST);
  await expect(create({}, { title: 'third' })).rejects.toBe(LOST);
  losing = 'nothing';
  expect(await create({}, { title: 'third' })).toMatchObject({
    body: { title: 'second' },
    read: { values: { id: 1 } },
  });
  expect([...items.values()]).toEqual([{ title: 'second' }]);
});

it('uses a new key after a creation, and forgets refused attempts', async () => {
  const { items, client } = serverThat(() => 'nothing');
  const creation = shallowRef<Creation | null>(null);
  const create = makeCreating({ client }, 'notes', creation);
  await expect(create({}, { title: '' })).rejects.toBe(INVALID);
  expect(creation.value?.sent).toEqual([]);
  await create({}, { title: 'one' });
  expect(creation.value).toBe(null);
  await create({}, { title: 'one' });
  expect([...items.values()]).toEqual([{ title: 'one' }, { title: 'one' }]);
});

it('creates under another key if the server knows none of the attempts under this one', async () => {
  const { items, client } = serverThat(() => 'nothing');
  items.set('1', { title: 'somebody else' });
  const creation = shallowRef<Creation | null>({ key: '1', sent: [{ query: {}, body: { title: 'one' } }] });
  expect(await makeCreating({ client }, 'notes', creation)({}, { title: 'two' })).toMatchObject({
    body: { title: 'two' },
  });
  expect(items.size).toBe(2);
});

it('finds what was typed, undone and added since a request was sent', () => {
  const collection = collectionFor({
    title: {},
    summary: {},
    inside: { default_value: 'as ever' },
    tags: { type: 'o2m', datatype: null },
  });
  const form = makeForm(collection);
  const sent = { title: 'Sent', summary: 'Sent', inside: 'Sent', tags: [{ tag: 5 }] };
  form.set('title', 'Typed');
  form.set('summary', 'Sent');
  form.set('tags', [{ tag: 5 }, { tag: 6 }]);
  expect(typedSince(form, sent)).toEqual({ title: 'Typed', inside: 'as ever', tags: [{ tag: 6 }] });
});
