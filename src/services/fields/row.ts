import { presentCollection } from '../../persistence/present-collection.ts';
import { recordChange, storedValues } from '../../persistence/records.ts';
import { insertRow, updateRow } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { validatePayload } from '../../query/plan/write/validate.ts';
import { ROW_ATTRIBUTES } from '../../schema/definition/attributes.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/stored.ts';
import { isGiven } from '../../shared/is-given.ts';

const ATTRIBUTES: ReadonlySet<string> = new Set(ROW_ATTRIBUTES);

/** Returns the part of a definition that is stored in `directus_fields`. Lists show some types in capitals. */
export function rowPayload(payload: Payload, collection: string): Payload {
  const entries = Object.entries(payload).filter(([name]) => ATTRIBUTES.has(name) && name !== 'id');
  const { type } = payload;
  return { ...Object.fromEntries(entries), ...(typeof type === 'string' && { type: type.toLowerCase() }), collection };
}

/**
 * Completes the definition of a field that is sent back as it was read. A column that is not registered shows null for
 * attributes that the row of a field must have.
 */
export function completeDefinition(payload: Payload, field: Field | undefined): Payload {
  if (!field?.column || field.row) return payload;
  const { locked, ...rest } = payload;
  return {
    ...rest,
    ...(isGiven(locked) && { locked }),
    ...(payload.type === null && { type: field.type.name }),
  };
}

/** Refuses attributes that `directus_fields` cannot store. Errors 12, 4. */
export async function validateRow(tx: Transaction, payload: Payload, isNew: boolean): Promise<void> {
  const fields = presentCollection(tx.context, 'directus_fields');
  await validatePayload(fields, payload, isNew ? null : {});
}

/** Inserts the row of a field and records it. */
export async function insertFieldRow(tx: Transaction, payload: Payload): Promise<void> {
  const fields = presentCollection(tx.context, 'directus_fields');
  const key = await insertRow(tx, fields, storedValues(fields, payload));
  await recordChange(tx, { action: 'create', collection: fields, key, payload });
}

/** Updates the row of a field and records it. */
export async function updateFieldRow(tx: Transaction, id: number, payload: Payload): Promise<void> {
  const fields = presentCollection(tx.context, 'directus_fields');
  const { collection: _collection, field: _field, ...changes } = payload;
  const values: ReadonlyMap<string, Stored> = storedValues(fields, changes);
  await updateRow(tx, fields, id, values);
  await recordChange(tx, { action: 'update', collection: fields, key: id, payload: changes });
}
