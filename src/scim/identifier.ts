import type { Where } from '../query/ast.ts';
import type { Item } from '../query/shape/decoder.ts';
import { asText } from '../shared/text.ts';
import type { Conditions } from './filter/conditions.ts';

/** Rows that were never given an external id are named after their key, in the form of a UUID. */
const DERIVED = /^00000000-0000-4000-8000-(\d{12})$/;

/** The SCIM identifier of a user or a role. */
export function identifierOf({ id, external_id }: Item): string {
  return typeof external_id === 'string' && external_id !== ''
    ? external_id
    : `00000000-0000-4000-8000-${asText(id).padStart(12, '0')}`;
}

/** The row of an identifier. */
export function hasIdentifier(conditions: Conditions, identifier: string): Where {
  const named = conditions.text(['external_id'], 'eq', identifier, true);
  const key = DERIVED.exec(identifier)?.[1];
  if (key === undefined) return named;
  const unnamed: Where = { type: 'not', of: conditions.present(['external_id']) };
  const derived: Where = { type: 'and', of: [conditions.number(['id'], Number(key)), unnamed] };
  return { type: 'or', of: [named, derived] };
}
