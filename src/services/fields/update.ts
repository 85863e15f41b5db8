import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import { refusePattern } from '../../patterns/pattern.ts';
import type { Context } from '../../persistence/context.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { alterTable } from '../../persistence/tables.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Column } from '../../schema/column.ts';
import { columnLength } from '../../schema/column-length.ts';
import { datatypeOf } from '../../schema/datatypes.ts';
import { COLUMN_ATTRIBUTES, refuseUnknownAttributes } from '../../schema/definition/attributes.ts';
import { defineColumn, isTruthy, refuseCounters, refuseFlags } from '../../schema/definition/column.ts';
import { redefineColumn } from '../../schema/definition/redefine.ts';
import type { Field, FieldType } from '../../schema/field.ts';
import { fieldTypeOf } from '../../schema/field-types/all.ts';
import { holdsType } from '../../schema/field-types/columns.ts';
import { type FieldObject, listForm, singleForm } from '../../schema/present/field.ts';
import { isSystemField } from '../../schema/system/tables.ts';
import { isGiven } from '../../shared/is-given.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';
import { refuseChangedForm } from '../items/unchanged.ts';
import { requireDeciding, requireFieldAction } from './access.ts';
import { checkDefinition } from './check-definition.ts';
import { withChangedIndexes } from './indexes.ts';
import { protectSystemField } from './protect-system-field.ts';
import { echoed, readFields } from './read.ts';
import { completeDefinition, insertFieldRow, rowPayload, updateFieldRow, validateRow } from './row.ts';

/**
 * Changes one field, or makes the same change to several. Errors 200, 202, 302, 12, 4, 401 to 404, and 201 for several
 * fields of a system collection. (Contract, S-113.)
 */
export async function updateFields(
  context: Context,
  collectionName: string,
  names: readonly string[],
  payload: Payload,
): Promise<FieldObject | FieldObject[]> {
  if (names.length > 1) refuseSystemCollection(context, collectionName);
  return updateEachField(
    context,
    collectionName,
    names.map((field) => ({ ...payload, field })),
    names.length > 1,
  );
}

/** Changes a list of fields, each sent with its name: all or none. Errors as above. (Contract, S-114.) */
export async function updateFieldList(
  context: Context,
  collectionName: string,
  body: unknown,
): Promise<FieldObject | FieldObject[]> {
  if (!Array.isArray(body) || !body.every(isRecord)) throw brokenRule('fields', violation.type('array'));
  if (body.length === 0) throw brokenRule('fields', violation.blank);
  if (body.some(({ field }) => field === undefined || field === '')) throw brokenRule('field', violation.blank);
  refuseSystemCollection(context, collectionName);
  return updateEachField(context, collectionName, body, true);
}

/** Fields of a system collection are changed one by one only. Error 201. */
function refuseSystemCollection(context: Context, name: string): void {
  if (presentCollection(context, name).system) throw new ApiError('systemCollectionAccess');
}

async function updateEachField(
  context: Context,
  collectionName: string,
  payloads: readonly Payload[],
  many: boolean,
): Promise<FieldObject | FieldObject[]> {
  await changeSchema(context, async (tx) => {
    let { table } = presentCollection(context, collectionName);
    requireFieldAction(context, collectionName, 'update');
    for (const payload of payloads) {
      refuseChangedField(context, collectionName, requireText('field', payload.field));
      await notifySchemaHooks(tx, 'field.update', collectionName, payload);
      table = await changeField(tx, { ...presentCollection(context, collectionName), table }, payload);
    }
  });
  const names = payloads.map(({ field }) => requireText('field', field));
  const result = readFields(context, collectionName, names, echoed(payloads));
  return many && !Array.isArray(result) ? [result] : result;
}

/**
 * Refuses a change if the field differs from what the caller has seen. A missing field is left to later checks. Error
 * 412.
 */
export function refuseChangedField(context: Context, collectionName: string, name: string): void {
  const field = presentCollection(context, collectionName).byName.get(name);
  if (field) refuseChangedForm(context, name, singleForm(field));
}

/** Changes one field inside the caller's schema change. Returns the changed table. */
export async function changeField(
  tx: SchemaTransaction,
  collection: Collection,
  sent: Payload,
): Promise<Collection['table']> {
  const field = collection.byName.get(requireText('field', sent.field));
  if (!field)
    throw new ApiError('fieldNotFound', { field: requireText('field', sent.field), collection: collection.name });
  const payload = completeDefinition(sent, field);
  refuseUnknownAttributes(payload);
  refuseFlags(payload);
  refusePattern(field.name, payload.validation);
  const row = rowPayload(payload, collection.name);
  await validateRow(tx, row, false);
  await checkDefinition(tx.context, payload);
  const type = payload.type === undefined ? field.type : fieldTypeOf(requireText('type', payload.type));
  if (!type) throw new ApiError('unknownType', { type: asText(payload.type) });
  requireDeciding(tx.context, 'update', { before: field.type.name, after: type.name });
  const table = await changeColumn(tx, collection, { field, type }, payload);
  if (field.row) await updateFieldRow(tx, field.row.id, row);
  else await insertFieldRow(tx, { type: field.type.name, required: listForm(field).required, ...row });
  return table;
}

async function changeColumn(
  tx: SchemaTransaction,
  collection: Collection,
  { field, type }: { readonly field: Field; readonly type: FieldType },
  payload: Payload,
): Promise<Collection['table']> {
  const { table } = collection;
  const after = columnAfter(field, type, payload);
  if (field.column?.primaryKey && !after)
    throw new ApiError('primaryKeyProtected', { field: field.name, change: 'dropped' });
  protectSystemField(field, type, after);
  const columns = columnsAfter(table.columns, field, after);
  const wanted = withChangedIndexes(tx, columns === table.columns ? table : { ...table, columns }, field, payload);
  if (wanted === table) return table;
  if (after?.primaryKey && !field.column?.primaryKey) throw new ApiError('manyPrimaryKeys');
  refuseCounters(columns, table.columns);
  return alterTable(tx, table, wanted);
}

function columnsAfter(columns: readonly Column[], field: Field, after: Column | null): readonly Column[] {
  if (!field.column) return after ? [...columns, after] : columns;
  if (!after) return columns.filter((column) => column.name !== field.name);
  if (JSON.stringify(after) === JSON.stringify(field.column)) return columns;
  return columns.map((column) => (column.name === field.name ? after : column));
}

/** Returns the column after a change; null if the new type has none. Attributes that are not sent stay. */
function columnAfter(field: Field, type: FieldType, sent: Payload): Column | null {
  const payload = withoutBlanks(isSystemField(field.collection, field.name) ? withoutRequired(sent) : sent);
  if (type.column === false) return null;
  if (!field.column) return defineColumn(field.name, { type: type.name, ...payload });
  if (isRetyped(field, payload) && !holdsType(field.column, type.name))
    return { ...defineColumn(field.name, retyped(field.column, payload)), comment: field.column.comment };
  if (![...COLUMN_ATTRIBUTES, 'required'].some((name) => name in payload)) return field.column;
  return redefineColumn(field.column, {
    type: type.name,
    ...currentAttributes(field.column, payload),
    ...payload,
    ...keptKey(field.column),
  });
}

/** Whether a change sets another type and leaves the datatype to the server. */
function isRetyped({ row, type }: Field, payload: Payload): boolean {
  const before = (row?.type ?? type.name).toLowerCase();
  return payload.type !== undefined && asText(payload.type).toLowerCase() !== before && !isGiven(payload.datatype);
}

/** Redefines a column whose datatype cannot hold the values of its new type. Its constraints stay. */
function retyped(column: Column, payload: Payload): Payload {
  const { unique, primary_key, auto_increment, required } = currentAttributes(column, payload);
  return { unique, primary_key, auto_increment, required, ...payload, ...keptKey(column) };
}

/** The `required` flag of a system field often differs from its column, which must not change. */
const withoutRequired = ({ required: _required, ...payload }: Payload): Payload => payload;

/** Drops a datatype or length that is sent empty. */
function withoutBlanks(payload: Payload): Payload {
  const isBlank = (name: string): boolean => (name === 'datatype' || name === 'length') && !isGiven(payload[name]);
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !isBlank(name)));
}

/** A change never makes a primary key an ordinary column. */
const keptKey = ({ primaryKey }: Column): Payload => (primaryKey ? { primary_key: true } : {});

/** Returns a column's attributes as a definition has them, without a length that belongs to another datatype. */
function currentAttributes(column: Column, payload: Payload): Payload {
  const sameDatatype =
    payload.datatype === undefined || requireText('datatype', payload.datatype).toUpperCase() === column.datatype;
  const needsLength = datatypeOf(column.datatype).length === 'required';
  const length = column.arguments === null ? null : columnLength(column);
  return {
    datatype: column.datatype,
    ...(sameDatatype && payload.datatype === undefined && { length }),
    ...(sameDatatype && needsLength && { length }),
    unique: column.unique,
    primary_key: column.primaryKey,
    auto_increment: column.autoIncrement,
    default_value: column.default,
    signed: column.signed,
    required: !column.nullable && !isFalse(payload.required),
  };
}

const isFalse = (value: unknown): boolean => value !== undefined && !isTruthy(value);
