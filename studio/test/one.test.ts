import { expect, it } from 'vitest';
import { edited, oneOf, picked } from '../src/editors/relational/one.ts';

const id = { name: 'id', isGenerated: true };
const stored = { id: 4, name: 'Oskar', city: 'Leipzig' };
const nobody = () => undefined;

it('tells the stored item, another, a new one, a changed one and none', () => {
  expect(oneOf(stored, undefined, id, nobody)).toMatchObject({ kind: 'stored', key: 4, values: stored });
  expect(oneOf(stored, 5, id, () => ({ id: 5, name: 'Yuki' }))).toMatchObject({
    kind: 'picked',
    values: { name: 'Yuki' },
  });
  expect(oneOf(stored, { name: 'New' }, id, nobody)).toMatchObject({ kind: 'new', key: null });
  expect(oneOf(stored, { id: 4, city: 'Jena' }, id, nobody)).toMatchObject({
    kind: 'changed',
    values: { name: 'Oskar', city: 'Jena' },
    pending: { city: 'Jena' },
  });
  expect(oneOf(stored, null, id, nobody).kind).toBe('none');
  expect(oneOf(null, undefined, id, nobody).kind).toBe('none');
});

it('says so where a key leads to nothing that can be seen', () => {
  expect(oneOf(9, undefined, id, () => null)).toMatchObject({ kind: 'stored', key: 9, isUnseen: true });
  expect(oneOf(null, 9, id, nobody)).toMatchObject({ kind: 'picked', isUnseen: false });
});

it('takes an unknown key for a new item where people choose keys', () => {
  expect(oneOf(null, { id: 'de', name: 'German' }, { name: 'id', isGenerated: false }, nobody).kind).toBe('new');
});

it('sends nothing for the stored item, and the key alone once edits are taken back', () => {
  expect(picked(stored, 4, id)).toBeUndefined();
  expect(picked(stored, 5, id)).toBe(5);
  expect(edited(stored, 4, {}, id)).toBeUndefined();
  expect(edited(stored, 5, {}, id)).toBe(5);
  expect(edited(stored, 5, { name: 'x' }, id)).toEqual({ id: 5, name: 'x' });
  expect(edited(stored, null, { name: 'x' }, id)).toEqual({ name: 'x' });
});
