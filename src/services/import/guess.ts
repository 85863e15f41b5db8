import type { CollectionPolicy } from '../../permissions/policy.ts';
import type { Context } from '../../persistence/context.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { FieldNames, isToOne } from './field-names.ts';
import type { ColumnRule } from './input.ts';
import type { SourceRow } from './source/row.ts';

/** Fields that usually identify an item to people, the most usual first. */
const NAMING = ['name', 'title', 'email', 'slug', 'code', 'sku', 'last_name', 'label', 'key'];
const SAMPLES = 50;

/**
 * Guesses which fields the columns map to: by the names of fields, by their labels, and by the values of related items.
 */
export function guessMapping(
  context: Context,
  collection: Collection,
  columns: readonly string[],
  rows: readonly SourceRow[],
): ColumnRule[] {
  const taken = new Set<string>();
  const fields = new Fields(context, collection);
  return columns.flatMap((column) => {
    const samples = samplesOf(rows, column);
    const rule = ruleFor(fields, column, samples);
    if (!rule || taken.has(rule.field)) return [];
    taken.add(rule.field);
    return [rule];
  });
}

function ruleFor(fields: Fields, column: string, samples: readonly string[]): ColumnRule | undefined {
  const [head, below] = partsOf(column);
  const whole = fields.named(column);
  const field = whole ?? (below === undefined ? undefined : fields.named(head));
  if (!field || field.type.automatic || field.column?.generated || (!field.column && !isToOne(field))) return undefined;
  const target = isToOne(field) ? relatedField(fields, field, whole ? undefined : below, samples) : null;
  const rule = { column, field: target ? `${field.name}.${target.name}` : field.name };
  return { ...rule, ...formsOf(target ?? field, samples) };
}

/** `author.name`, `author / name` and `author: name` name a field of a related item. */
function partsOf(column: string): [string, string | undefined] {
  const [head = '', below] = column.split(/[./:>]/, 2).map((part) => part.trim());
  return [head, below];
}

/** The fields of a collection that the caller may write, and those of related ones that the caller may read. */
class Fields {
  readonly #context: Context;
  readonly #own: FieldNames;
  readonly #related = new Map<Collection, FieldNames>();

  constructor(context: Context, collection: Collection) {
    const policy = policyOf(context, collection);
    this.#context = context;
    this.#own = new FieldNames(collection.fields.filter(({ name }) => policy.writable(name, null)));
  }

  named(column: string): Field | undefined {
    return this.#own.find(column);
  }

  /** The collection that a field leads to; undefined if it has no key. */
  target({ relation }: Field): Collection | undefined {
    const related = relation && this.#context.store.catalog.schema.collections.get(relation.collection);
    return related?.primaryKey ? related : undefined;
  }

  readable(related: Collection): FieldNames {
    const known = this.#related.get(related);
    if (known) return known;
    const policy = policyOf(this.#context, related);
    const named = new FieldNames(
      related.fields.filter((each) => each.column && policy.readable(each.name).kind === 'always'),
    );
    this.#related.set(related, named);
    return named;
  }
}

/** The field by which related items are identified; null if the values are their keys. */
function relatedField(
  fields: Fields,
  field: Field,
  below: string | undefined,
  samples: readonly string[],
): Field | null {
  const related = fields.target(field);
  if (!related) return null;
  const readable = fields.readable(related);
  if (below !== undefined) return readable.find(below) ?? null;
  if (looksLikeKeys(related, samples)) return null;
  return NAMING.map((name) => readable.exact(name)).find((each) => each !== undefined) ?? null;
}

function looksLikeKeys(related: Collection, samples: readonly string[]): boolean {
  const { kind } = primaryKeyOf(related);
  return kind === 'text' || samples.every((sample) => /^\d+$/.test(sample));
}

const policyOf = ({ store, caller }: Context, { name }: Collection): CollectionPolicy =>
  store.catalog.policy(caller).collection(name);

/** The formats of the numbers or dates in a column. */
function formsOf({ kind }: Field, samples: readonly string[]): Pick<ColumnRule, 'date' | 'decimal'> {
  if (samples.length === 0) return {};
  if (kind === 'date' || kind === 'datetime') return dateForm(samples);
  if (kind === 'decimal' || kind === 'float' || kind === 'integer' || kind === 'bigint')
    return numberForm(samples, kind === 'integer' || kind === 'bigint');
  return {};
}

/** `1,234` has a decimal comma, unless the field holds integers. */
function numberForm(samples: readonly string[], isWhole: boolean): Pick<ColumnRule, 'decimal'> {
  const isGrouped = samples.some((sample) => /^[+-]?\d{1,3}([,\s'’]\d{3})+(\.\d+)?$/u.test(sample));
  if (isWhole && isGrouped) return { decimal: '.' };
  if (samples.some((sample) => /^[+-]?\d{1,3}([.\s'’]\d{3})*,\d+$/u.test(sample))) return { decimal: ',' };
  return isGrouped ? { decimal: '.' } : {};
}

function dateForm(samples: readonly string[]): Pick<ColumnRule, 'date'> {
  const times = samples.every((sample) => /\d:\d\d$/.test(sample));
  const seconds = samples.every((sample) => /:\d\d:\d\d$/.test(sample));
  const time = times ? ` HH:mm${seconds ? ':ss' : ''}` : '';
  if (samples.every((sample) => /^\d{1,2}\.\d{1,2}\.\d{4}( |$)/.test(sample))) return { date: `DD.MM.YYYY${time}` };
  if (!samples.every((sample) => /^\d{1,2}\/\d{1,2}\/\d{4}( |$)/.test(sample))) return {};
  const isMonthFirst = samples.some((sample) => Number(sample.split('/')[1]) > 12);
  return { date: `${isMonthFirst ? 'MM/DD' : 'DD/MM'}/YYYY${time}` };
}

/** The first texts of a column that are not empty. */
export function samplesOf(rows: readonly SourceRow[], column: string): string[] {
  const texts = rows.map(({ values }) => values.get(column)).filter((value) => value !== null && value !== undefined);
  return texts
    .map((value) => asText(value).trim())
    .filter((text) => text !== '')
    .slice(0, SAMPLES);
}
