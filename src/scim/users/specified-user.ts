import { isGiven } from '../../shared/is-given.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { memberNamed, withoutMembers } from '../schema/member.ts';
import { specifiedEmails } from './specified-emails.ts';

const NO_NAME: ScimObject = { familyName: null, givenName: null };

/** How Directus 8 reads members that the RFCs restrict further. */
const READ: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ['active', (value) => value === true],
  ['name', (value) => (isRecord(value) ? { ...NO_NAME, ...value } : NO_NAME)],
]);

const asSent = (value: unknown): unknown => value;

/** The attributes that clients of Directus 8 mean by a user, in the form of the RFCs. (Contract, C-32 to C-34.) */
export function specifiedUser(body: ScimObject): ScimObject {
  const read = Object.entries(body).map(([name, value]) => [name, (READ.get(name.toLowerCase()) ?? asSent)(value)]);
  return withChosenAddress(Object.fromEntries(read));
}

/** The `externalId` that clients of Directus 8 see is the internal id; they may send it back. (Contract, C-31.) */
export function specifiedUserChange(body: ScimObject): ScimObject {
  return specifiedUser(withoutMembers(body, ['externalid']));
}

/** The chosen address overrides the user name. */
function withChosenAddress(user: ScimObject): ScimObject {
  const sent = memberNamed(user, 'emails');
  if (!isGiven(sent)) return user;
  const { emails, address } = specifiedEmails(Array.isArray(sent) ? sent : [sent]);
  const named = typeof address === 'string' && address !== '';
  return {
    ...withoutMembers(user, ['emails', ...(named ? ['username'] : [])]),
    emails,
    ...(named && { userName: address }),
  };
}
