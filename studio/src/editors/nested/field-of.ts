import { language } from '../../i18n/messages.ts';
import { type Field, WIDTHS, type Width } from '../../model/field.ts';
import { asWords, translated } from '../../model/words.ts';

type Options = Readonly<Record<string, unknown>>;

/** A field within a document, from the options of the enclosing field. */
export function nestedField(row: Options, within: Field): Field | null {
  const name = typeof row.field === 'string' ? row.field : null;
  if (!name) return null;
  const type = typeof row.type === 'string' ? row.type.toLowerCase() : 'string';
  const given = typeof row.name === 'string' ? row.name : null;
  return {
    collection: within.collection,
    name,
    label: translated(row.translation, language()) ?? given ?? asWords(name),
    type,
    interface: typeof row.interface === 'string' ? row.interface : null,
    options: typeof row.options === 'object' && row.options !== null ? { ...row.options } : {},
    note: typeof row.note === 'string' ? row.note : '',
    isKey: false,
    isGenerated: false,
    isRequired: row.required === true,
    isReadonly: row.readonly === true,
    isUnique: false,
    id: null,
    isHiddenInForm: false,
    isHiddenInList: false,
    isAlias: false,
    width: WIDTHS.includes(row.width as Width) ? (row.width as Width) : 'full',
    group: null,
    sort: 0,
    length: Number(row.length) || null,
    defaultValue: row.default_value ?? row.default ?? null,
    validation: typeof row.validation === 'string' ? row.validation : null,
    relation: null,
  };
}

/** The fields of a repeater: a list, or an object by name. */
export function nestedFields(within: Field): readonly Field[] {
  const { fields } = within.options;
  if (typeof fields !== 'object' || fields === null) return [];
  const rows = Array.isArray(fields)
    ? fields
    : Object.entries(fields).map(([field, row]) => ({ field, ...(row as Options) }));
  return rows.map((row) => nestedField((row ?? {}) as Options, within)).filter((field) => field !== null);
}
