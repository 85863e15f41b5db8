import type { Field } from '../../schema/field.ts';
import { isRecord } from '../../shared/is-record.ts';

/** Whether a field holds the key of one related item. */
export const isToOne = ({ relation }: Field): boolean => relation?.kind === 'm2o';

/** Fields by their names as people write them. They are collected once, since a file may have a thousand columns. */
export class FieldNames {
  readonly #exact: ReadonlyMap<string, Field>;
  readonly #names = new Map<string, Field>();
  readonly #labels = new Map<string, Field>();
  readonly #links = new Map<string, Field>();

  constructor(fields: readonly Field[]) {
    this.#exact = new Map(fields.map((field) => [field.name, field]));
    for (const field of fields) {
      const name = plain(field.name);
      setFirst(this.#names, name, field);
      for (const label of labelsOf(field)) setFirst(this.#labels, plain(label), field);
      if (isToOne(field)) setFirst(this.#links, withoutId(name), field);
    }
  }

  /** The field with exactly this name. */
  exact(name: string): Field | undefined {
    return this.#exact.get(name);
  }

  /** The field that a column seems to mean: by its exact name, by its name, by a label, or as a link without `id`. */
  find(column: string): Field | undefined {
    const exact = this.#exact.get(column);
    if (exact) return exact;
    const wanted = plain(column);
    if (wanted === '') return undefined;
    return this.#names.get(wanted) ?? this.#labels.get(wanted) ?? this.#links.get(withoutId(wanted));
  }
}

function setFirst(fields: Map<string, Field>, name: string, field: Field): void {
  if (!fields.has(name)) fields.set(name, field);
}

const withoutId = (name: string): string => name.replace(/id$/, '');

/** A name without spaces, accents and capitals. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function labelsOf({ row }: Field): string[] {
  const labels: unknown[] = Array.isArray(row?.translation) ? row.translation : [];
  return labels.flatMap((label) =>
    isRecord(label) && typeof label.translation === 'string' ? [label.translation] : [],
  );
}
