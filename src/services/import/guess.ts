import type { CollectionPolicy } from '../../permissions/policy.ts';
import type { Context } from '../../persistence/context.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
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
  return columns.flatMap((column) => {
    const samples = samplesOf(rows, column);
    const rule = ruleFor(context, collection, column, samples);
    if (!rule || taken.has(rule.field)) return [];
    taken.add(rule.field);
    return [rule];
  });
}

function ruleFor(
  context: Context,
  collection: Collection,
  column: string,
  samples: readonly string[],
): ColumnRule | undefined {
  const policy = policyOf(context, collection);
  const fields = collection.fields.filter(({ name }) => policy.writable(name, null));
  const [head, below] = partsOf(column);
  const field = named(fields, column) ?? (below === undefined ? undefined : named(fields, head));
  if (!field || field.type.automatic || (!field.column && !isToOne(field))) return undefined;
  const target = isToOne(field)
    ? relatedField(context, field, named(fields, column) ? undefined : below, samples)
    : null;
  const rule = { column, field: target ? `${field.name}.${target.name}` : field.name };
  return { ...rule, ...formsOf(target ?? field, samples) };
}

/** `author.name`, `author / name` and `author: name` name a field of a related item. */
function partsOf(column: string): [string, string | undefined] {
  const [head = '', below] = column.split(/[./:>]/, 2).map((part) => part.trim());
  return [head, below];
}

const isToOne = ({ relation }: Field): boolean => relation?.kind === 'm2o';

function named(fields: readonly Field[], column: string): Field | undefined {
  const wanted = plain(column);
  if (wanted === '') return undefined;
  return (
    fields.find(({ name }) => plain(name) === wanted) ??
    fields.find((field) => labelsOf(field).some((label) => plain(label) === wanted)) ??
    fields.find((field) => isToOne(field) && plain(field.name).replace(/id$/, '') === wanted.replace(/id$/, ''))
  );
}

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

/** The field by which related items are identified; null if the values are their keys. */
function relatedField(
  context: Context,
  field: Field,
  below: string | undefined,
  samples: readonly string[],
): Field | null {
  const { schema } = context.store.catalog;
  const related = field.relation && schema.collections.get(field.relation.collection);
  if (!related?.primaryKey) return null;
  const policy = policyOf(context, related);
  const readable = related.fields.filter((each) => each.column && policy.readable(each.name).kind === 'always');
  if (below !== undefined) return named(readable, below) ?? null;
  if (looksLikeKeys(related, samples)) return null;
  return NAMING.map((name) => readable.find((each) => each.name === name)).find((each) => each !== undefined) ?? null;
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
