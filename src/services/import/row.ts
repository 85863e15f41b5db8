import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { type ColumnRule, type ImportInput, type MappedField, targetOf } from './input.ts';
import { JsonBudget } from './source/json-budget.ts';
import type { SourceRow } from './source/row.ts';
import { cellValue } from './values.ts';

/** A reference from a row to a related item, by values of that item. */
export interface RelatedReference {
  /** The field that holds the reference. */
  readonly field: string;
  readonly collection: Collection;
  readonly by: Payload;
  readonly create: boolean;
}

/** A row that is ready to be written. */
export interface ReadyRow {
  readonly source: SourceRow;
  readonly payload: Payload;
  readonly related: readonly RelatedReference[];
  /** Why it cannot be written. */
  readonly fault?: ApiError;
}

/**
 * Converts a row for writing, and hashes its passwords outside the transaction. A value that cannot be converted is the
 * row's fault.
 */
export async function readyRow(
  { store }: Context,
  collection: Collection,
  input: ImportInput,
  source: SourceRow,
): Promise<ReadyRow> {
  try {
    if (source.fault) throw source.fault;
    const { schema } = store.catalog;
    const { payload, related } = new Cells(input, (path) => targetOf(schema, collection, path)).read(source);
    return { source, payload: await hashPayload(store, collection, payload), related };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { source, payload: {}, related: [], fault: error };
  }
}

/** Gathers the values of a row. */
class Cells {
  readonly #input: ImportInput;
  readonly #target: (path: string) => MappedField;
  readonly #payload = new Map<string, unknown>();
  readonly #related = new Map<string, RelatedReference>();
  readonly #budget = new JsonBudget();

  constructor(input: ImportInput, target: (path: string) => MappedField) {
    this.#input = input;
    this.#target = target;
  }

  read({ values }: SourceRow): Pick<ReadyRow, 'payload' | 'related'> {
    const { mapping } = this.#input;
    if (mapping) for (const rule of mapping) this.#take(rule, values.get(rule.column));
    else for (const [column, value] of values) this.#takeNamed(column, value);
    return { payload: Object.fromEntries(this.#payload), related: [...this.#related.values()] };
  }

  /** A column that is named like a field. The file may be an export, which has what the database computes, too. */
  #takeNamed(column: string, sent: unknown): void {
    const rule = { column, field: column };
    if (!this.#target(column).field.column?.generated) this.#take(rule, sent);
  }

  #take(rule: ColumnRule, sent: unknown): void {
    const { field, related } = this.#target(rule.field);
    const value = cellValue(related?.field ?? field, rule, sent, this.#input, this.#budget);
    if (value === undefined) return;
    if (!related) this.#payload.set(field.name, value);
    else if (value === null) this.#payload.set(field.name, null);
    else this.#refer(field.name, related.collection, { [related.field.name]: value }, rule.create === true);
  }

  #refer(field: string, collection: Collection, by: Payload, create: boolean): void {
    const known = this.#related.get(field);
    this.#payload.delete(field);
    this.#related.set(field, {
      field,
      collection,
      by: { ...known?.by, ...by },
      create: create || known?.create === true,
    });
  }
}
