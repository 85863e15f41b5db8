import type { Where } from '../../query/ast.ts';
import { seesAll } from '../request.ts';
import { ENTERPRISE_URN } from '../schema/user.ts';
import { USER_ROWS } from '../scim-rows.ts';
import {
  type Compared,
  constant,
  flag,
  identifierAt,
  identifierOrKey,
  negatable,
  rowDate,
  rowText,
  textAt,
  withScimRow,
} from './compared.ts';
import { invalidFilter } from './tokens.ts';

const email = textAt(['email']);

/** Equal names are found through the index of case-folded names. */
const rowName: Compared = (request, conditions, test, name) => {
  if (test === 'present' || test.operator !== 'eq' || typeof test.value !== 'string')
    return rowText(USER_ROWS, 'user_name')(request, conditions, test, name);
  return withScimRow(USER_ROWS, conditions.text(['user_name_key'], 'eq', test.value.toLowerCase(), true));
};

/** The user name is the e-mail address unless another one is stored. */
const userName: Compared = (request, conditions, test, name) => {
  if (!request.standard || !seesAll(request)) return email(request, conditions, test, name);
  if (test === 'present') return { type: 'constant', value: true };
  return negatable(test, (plain) => {
    const own = rowName(request, conditions, plain, name);
    const none: Where = { type: 'not', of: withScimRow(USER_ROWS, conditions.present(['user_name'])) };
    return { type: 'or', of: [own, { type: 'and', of: [email(request, conditions, plain, name), none] }] };
  });
};

/** Clients of Directus 8 see the internal id; the provider's identifier is found as well. (Contract, C-22.) */
const externalId: Compared = (request, conditions, test, name) => {
  if (request.standard) return rowText(USER_ROWS, 'external_id', true)(request, conditions, test, name);
  if (test === 'present' || test.operator !== 'eq' || test.value === null)
    throw invalidFilter(`"${name}" is compared by "eq" with a text`);
  const text = String(test.value);
  return /^\d{1,9}$/.test(text)
    ? conditions.number(['id'], Number(text))
    : conditions.text(['external_id'], 'eq', text, true);
};

const enterprise = (name: string, column: string, exact = false): [string, Compared] => [
  `${ENTERPRISE_URN}:${name}`,
  rowText(USER_ROWS, column, exact),
];

/** What each attribute of users is compared with. */
export const userColumns: ReadonlyMap<string, Compared> = new Map<string, Compared>([
  ['id', identifierOrKey],
  ['externalId', externalId],
  ['userName', userName],
  ['displayName', rowText(USER_ROWS, 'display_name')],
  ['name.familyName', textAt(['last_name'])],
  ['name.givenName', textAt(['first_name'])],
  ['title', textAt(['title'])],
  ['locale', textAt(['locale'])],
  ['timezone', textAt(['timezone'])],
  ['active', flag(['status'], 'active')],
  ['emails', email],
  ['emails.value', email],
  ['emails.type', constant({ name: 'type', type: 'string', description: '' }, 'work')],
  ['emails.primary', constant({ name: 'primary', type: 'boolean', description: '' }, true)],
  ['groups', identifierAt('role')],
  ['groups.value', identifierAt('role')],
  ['groups.display', textAt(['role', 'name'])],
  ['meta.created', rowDate(USER_ROWS, 'created_on')],
  ['meta.lastModified', rowDate(USER_ROWS, 'modified_on')],
  enterprise('employeeNumber', 'employee_number'),
  enterprise('costCenter', 'cost_center'),
  enterprise('organization', 'organization'),
  enterprise('division', 'division'),
  enterprise('department', 'department'),
  enterprise('manager', 'manager', true),
  enterprise('manager.value', 'manager', true),
]);

/** Columns that lists of users are sorted by. */
export const userOrder: ReadonlyMap<string, string> = new Map([
  ['id', 'external_id'],
  ['userName', 'email'],
  ['emails', 'email'],
  ['emails.value', 'email'],
  ['name.familyName', 'last_name'],
  ['name.givenName', 'first_name'],
  ['title', 'title'],
  ['locale', 'locale'],
  ['timezone', 'timezone'],
  ['active', 'status'],
]);
