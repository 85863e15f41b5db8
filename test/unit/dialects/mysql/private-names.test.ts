import { expect, it } from 'vitest';
import { clearPrivateNames } from '../../../../src/dialects/mysql/private-names.ts';

it('removes the names that the driver refuses, and no others', () => {
  const names = ['__proto__', '__defineGetter__', '__lookupSetter__', 'constructor', '__typename', 'proto'];
  const fields = [...names.map((name) => ({ name })), {}];
  clearPrivateNames(fields);
  expect(fields).toEqual([{ name: '' }, { name: '' }, { name: '' }, ...names.slice(3).map((name) => ({ name })), {}]);
});
