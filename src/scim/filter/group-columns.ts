import { GROUP_ROWS } from '../scim-rows.ts';
import { type Compared, identifierAt, identifierOrKey, rowDate, rowText, textAt } from './compared.ts';

const externalId: Compared = (request, conditions, test, name) => {
  if (request.standard) return rowText(GROUP_ROWS, 'external_id', true)(request, conditions, test, name);
  return conditions.number(
    ['id'],
    test === 'present' || !/^\d{1,9}$/.test(String(test.value)) ? 0 : Number(test.value),
  );
};

/** What each attribute of groups is compared with. */
export const groupColumns: ReadonlyMap<string, Compared> = new Map<string, Compared>([
  ['id', identifierOrKey],
  ['externalId', externalId],
  ['displayName', textAt(['name'])],
  ['members', identifierAt('users')],
  ['members.value', identifierAt('users')],
  ['meta.created', rowDate(GROUP_ROWS, 'created_on')],
  ['meta.lastModified', rowDate(GROUP_ROWS, 'modified_on')],
]);

/** Columns that lists of groups are sorted by. */
export const groupOrder: ReadonlyMap<string, string> = new Map([
  ['id', 'external_id'],
  ['displayName', 'name'],
]);
