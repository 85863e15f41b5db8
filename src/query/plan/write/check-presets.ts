import { unprocessable } from '../../../errors/unprocessable.ts';
import { VARIABLES } from '../../../permissions/item-rule.ts';
import { validateValue } from '../../../schema/codec.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { isSystemCollection } from '../../../schema/system/tables.ts';
import type { Payload } from './payload.ts';
import { isSecret } from './recorded.ts';

/**
 * Refuses presets that a new item could not have. Of the system collections, only files accept presets: the others have
 * their own rules about who may set what. Error 12.
 */
export function checkPresets(collection: Collection, presets: Payload): void {
  const entries = Object.entries(presets);
  if (entries.length > 0 && isSystemCollection(collection.name) && collection.name !== 'directus_files')
    throw unprocessable(`A rule cannot preset fields of "${collection.name}"`);
  for (const [name, value] of entries) checkPreset(collection, name, value);
}

function checkPreset(collection: Collection, name: string, value: unknown): void {
  const field = collection.byName.get(name);
  if (!field?.column) throw unprocessable(`"${collection.name}" has no field "${name}" that can be preset`);
  if (field.column.primaryKey || field.type.onCreate || isSecret(collection, name) || name === 'private_hash')
    throw unprocessable(`"${name}" of "${collection.name}" cannot be preset`);
  if (field.relation && typeof value === 'object' && value !== null)
    throw unprocessable(`"${name}" can be preset to the key of an item, but not to an item`);
  const broken = value === null ? undefined : brokenBy(field, value);
  if (broken) throw unprocessable(`presets.${name}: ${broken}`);
}

function brokenBy(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\$\w+$/.test(value)) return validateValue(value, field);
  if (!VARIABLES.some((known) => known === value)) return `"${value}" is unknown: use ${VARIABLES.join(', ')}`;
  if (value !== '$now') return validateValue(1, field);
  return field.kind === 'date' || field.kind === 'datetime' ? undefined : '"$now" can only be preset in a date';
}
