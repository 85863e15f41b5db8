import { number, t } from '../i18n/messages.ts';
import type { Relation } from '../model/relation.ts';
import type { Schema } from '../model/schema.ts';
import { kindOfField } from './kinds.ts';

/** The part of a field's description that words are made from. */
export interface Described {
  readonly type: string;
  readonly interface: string | null;
  readonly datatype: string | null;
  readonly length: string | number | null;
  readonly options: unknown;
  readonly primary_key: boolean;
  readonly auto_increment: boolean;
  readonly required: boolean;
  readonly unique: boolean;
  readonly default_value: unknown;
}

/** A field in words: "Text, up to 200 characters, required". */
export function wordsOf(field: Described, relation: Relation | null, schema: Schema): string {
  return [...natureOf(field, relation, schema), ...rulesOf(field)].join(', ');
}

function natureOf(field: Described, relation: Relation | null, schema: Schema): readonly string[] {
  if (field.primary_key) return [t(field.auto_increment ? 'data-model.w.counted' : 'data-model.w.key')];
  const kind = kindOfField(field);
  const name = (collection: string): string => schema.collection(collection)?.label ?? collection;
  if (relation && !['image', 'file', 'owner', 'updatedBy', 'translations', 'gallery'].includes(kind))
    return [related(relation, name)];
  const limit = limitOf(field);
  return [t(`data-model.kind.${kind}`), ...(limit ? [limit] : [])];
}

function related(relation: Relation, name: (collection: string) => string): string {
  const to = name(relation.collection);
  if (relation.kind === 'to-one') return t('data-model.w.one', { name: to });
  return t(relation.kind === 'to-many' ? 'data-model.w.many' : 'data-model.w.through', {
    name: to,
    ...(relation.kind === 'many-to-many' && { junction: name(relation.junction) }),
  });
}

/** How long a text may be, how many digits a number has, what there is to choose from. */
function limitOf({ datatype, length, options }: Described): string | null {
  const choices = choicesIn(options);
  if (choices > 0) return t('data-model.w.choices', { count: choices });
  const type = (datatype ?? '').toUpperCase();
  if (/CHAR$/.test(type) && length !== null) return t('data-model.w.upTo', { count: Number(length) });
  if (type !== 'DECIMAL' || length === null) return null;
  const decimals = Number(String(length).split(',')[1] ?? 0);
  return t('data-model.w.decimals', { count: decimals });
}

function choicesIn(options: unknown): number {
  if (typeof options !== 'object' || options === null) return 0;
  const { choices, status_mapping: statuses } = options as {
    readonly choices?: unknown;
    readonly status_mapping?: unknown;
  };
  const found = choices ?? statuses;
  return typeof found === 'object' && found !== null ? Object.keys(found).length : 0;
}

function rulesOf(field: Described): readonly string[] {
  if (field.primary_key) return [];
  const { default_value: value } = field;
  return [
    field.required ? t('data-model.w.required') : '',
    field.unique ? t('data-model.w.unique') : '',
    value === null || value === undefined || value === '' ? '' : t('data-model.w.default', { value: beginning(field) }),
  ].filter((each) => each !== '');
}

/** The default value of a field, in words. */
function beginning({ type, default_value: value }: Described): string {
  if (type.toLowerCase() !== 'boolean') return shortly(value);
  return t(value === true || String(value) === '1' ? 'common.yes' : 'common.no').toLowerCase();
}

function shortly(value: unknown): string {
  const text = typeof value === 'number' ? number(value) : String(value);
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
