import type { Where } from '../query/ast.ts';
import type { Item } from '../query/shape/decoder.ts';
import { asText } from '../shared/text.ts';
import type { Conditions } from './filter/conditions.ts';

/** Rows without an external id get an identifier derived from their key, in the form of a UUID. */
const DERIVED = /^00000000-0000-4000-8000-(\d{12})$/;

/** The SCIM identifier of a user or a role. */
export function identifierOf({ id, external_id }: Item): string {
  return typeof external_id === 'string' && external_id !== ''
    ? external_id
    : `00000000-0000-4000-8000-${asText(id).padStart(12, '0')}`;
}

function derivedKey(identifier: string): number | null {
  const key = DERIVED.exec(identifier)?.[1];
  return key === undefined ? null : Number(key);
}

/**
 * A related row has this identifier. A row that has since been given another identifier is also found by its former
 * one: two conditions on a list may hold for different rows of it, so neither can exclude what the other finds.
 */
export function relatesToIdentifier(conditions: Conditions, relation: string, identifier: string): Where {
  const named = conditions.text([relation, 'external_id'], 'eq', identifier, true);
  const key = derivedKey(identifier);
  return key === null ? named : { type: 'or', of: [named, conditions.number([relation, 'id'], key)] };
}

/** The row has this identifier. */
export function hasIdentifier(conditions: Conditions, identifier: string): Where {
  const named = conditions.text(['external_id'], 'eq', identifier, true);
  const key = derivedKey(identifier);
  if (key === null) return named;
  const unnamed: Where = { type: 'not', of: conditions.present(['external_id']) };
  const derived: Where = { type: 'and', of: [conditions.number(['id'], key), unnamed] };
  return { type: 'or', of: [named, derived] };
}
