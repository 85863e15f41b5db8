import type { ScimObject } from './attribute.ts';

/** The member with a name in lower case, however it was sent. */
export function memberNamed(object: ScimObject, name: string): unknown {
  return Object.entries(object).find(([sent]) => sent.toLowerCase() === name)?.[1];
}

/** The object without the members with these names in lower case. */
export function withoutMembers(object: ScimObject, names: readonly string[]): ScimObject {
  return Object.fromEntries(Object.entries(object).filter(([sent]) => !names.includes(sent.toLowerCase())));
}
