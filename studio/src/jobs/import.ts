import type { Octavo, Progress, Untyped } from '@octavo/client';
import { currentView } from '../api/view.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Permissions } from '../model/permissions.ts';
import type { Schema } from '../model/schema.ts';

/** The mapping of a column, in the server's form. */
export interface ColumnRule {
  readonly column: string;
  readonly field: string;
  readonly create?: boolean;
  readonly date?: string;
  readonly decimal?: '.' | ',';
}

export interface Outcome {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly does: 'create' | 'update' | 'refuse';
  readonly key?: string;
  readonly error?: { readonly code: number | null; readonly message: string; readonly column: string | null };
}

/** What an import would do with the first rows of a file. */
export interface Preview {
  readonly format: string;
  readonly options: Readonly<Record<string, string>>;
  readonly sheets: readonly string[];
  readonly rows: { readonly count: number | null; readonly exact: boolean };
  readonly columns: readonly { readonly name: string; readonly samples: readonly string[] }[];
  readonly mapping: readonly ColumnRule[];
  readonly keys: readonly string[];
  readonly outcomes: readonly Outcome[];
}

/** The settings of an import. */
export interface Choices {
  readonly mode: 'insert' | 'update' | 'upsert';
  readonly key: string;
  readonly empty: 'leave' | 'null';
  readonly on_refusal: 'leave_out' | 'stop';
  readonly options: Readonly<Record<string, string>>;
}

export const CHOICES: Choices = { mode: 'insert', key: '', empty: 'leave', on_refusal: 'leave_out', options: {} };

/** An uploaded file. */
export interface Sent {
  readonly upload: string;
  readonly name: string;
  readonly size: number;
}

const LONG_MS = 3_600_000;

/** Sends a file; the server keeps it for a day, or as long as a job needs it. */
export async function sendFile(
  client: Octavo<Untyped>,
  collection: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Sent> {
  const form = new FormData();
  form.append('file', file, file.name);
  const report = ({ sent, total }: Progress): void => onProgress(total > 0 ? sent / total : 0);
  // In a view, requests are not sent; one that reports its progress would be.
  const progress = currentView.value ? {} : { onProgress: report };
  try {
    return await client.request<Sent>(
      'POST',
      '/jobs/uploads',
      { collection, timeout: LONG_MS, signal, ...progress },
      form,
    );
  } catch (error) {
    const { realReason } = await import('../files/uploads.ts');
    throw await realReason(client, error);
  }
}

/** The request that previews an import, or starts it; without rules, the server guesses them. */
export function orderOf(
  collection: string,
  { upload, name }: Sent,
  rules: readonly ColumnRule[] | null,
  columns: readonly string[],
  { mode, key, ...choices }: Choices,
): Record<string, unknown> {
  const how =
    mode === 'insert' || key === '' || !rules?.some(({ field }) => field === key) ? { mode: 'insert' } : { mode, key };
  return { collection, upload, name, ...choices, ...how, ...(rules && { mapping: mappingOf(rules, columns) }) };
}

function mappingOf(rules: readonly ColumnRule[], columns: readonly string[]): Record<string, unknown> {
  const byColumn = new Map(rules.map(({ column, ...rule }) => [column, rule]));
  return Object.fromEntries(columns.map((column) => [column, byColumn.get(column) ?? null]));
}

/** A field that a column can be mapped to. */
export interface Goal {
  readonly path: string;
  readonly label: string;
}

/** The collections that the caller may import into. */
export const importable = (schema: Schema, permissions: Permissions): readonly Collection[] =>
  schema.collections.filter(
    ({ name, isSystem }) => !isSystem && (permissions.may('create', name) || permissions.may('update', name)),
  );

/** The fields that columns can be mapped to: those of the item, and those by which related items are found. */
export function goalsOf(collection: Collection, schema: Schema, permissions: Permissions): readonly Goal[] {
  const fields = collection.fields.filter((field) => !field.isAlias && permissions.mayWrite(field));
  return fields.flatMap((field) => [
    ...relatedGoals(field, schema, permissions),
    { path: field.name, label: field.relation ? `${field.label} (#)` : field.label },
  ]);
}

function relatedGoals(field: Field, schema: Schema, permissions: Permissions): Goal[] {
  if (field.relation?.kind !== 'to-one') return [];
  const name = field.relation.collection;
  const related = schema.collections.find((each) => each.name === name);
  const texts = related?.fields.filter(
    (each) => !each.isAlias && !each.isKey && ['string', 'slug'].includes(each.type) && permissions.mayRead(each),
  );
  return (texts ?? []).map((each) => ({ path: `${field.name}.${each.name}`, label: `${field.label} › ${each.label}` }));
}

/** How a rule's values may be written: dates and numbers have forms. */
export function formOf(collection: Collection, { field }: ColumnRule): 'date' | 'number' | 'related' | null {
  if (field.includes('.')) return 'related';
  const type = collection.field(field)?.type ?? '';
  if (/date/.test(type)) return 'date';
  return /^(decimal|float|integer)$/.test(type) ? 'number' : null;
}

/** Fields by which the item of a row can be found. */
export const keysOf = (collection: Collection, rules: readonly ColumnRule[]): readonly Field[] =>
  rules.flatMap(({ field }) => {
    const found = collection.field(field);
    return found && !found.isAlias && !found.relation ? [found] : [];
  });
