import { t } from '../i18n/messages.ts';
import type { Field } from '../model/field.ts';
import { OPTIONS, type Option } from './options.ts';

interface Look {
  readonly type: string;
  readonly interface: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const TOOLS = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'code',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'bullist',
  'numlist',
  'link',
  'unlink',
  'image',
  'table',
  'hr',
  'removeformat',
  'undo',
  'redo',
];

const named = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));
const row = (field: string, by: string, type = 'string', more: object = {}) => ({
  field,
  type,
  interface: by,
  name: t(`data-model.sub.${field}`),
  width: 'half',
  ...more,
});

const statuses = (): Look => ({
  type: 'json',
  interface: 'repeater',
  options: {
    structure: 'object',
    structure_key: 'value',
    template: '{{name}}',
    createItemText: t('data-model.addStatus'),
    fields: [
      row('name', 'text-input'),
      row('value', 'text-input', 'string', { options: { monospace: true } }),
      row('background_color', 'color'),
      row('published', 'switch', 'boolean'),
      row('soft_delete', 'switch', 'boolean'),
      row('required_fields', 'switch', 'boolean'),
    ],
  },
});

const subfields = (): Look => ({
  type: 'json',
  interface: 'repeater',
  options: {
    template: '{{field}}',
    createItemText: t('data-model.addSubfield'),
    fields: [
      row('field', 'text-input', 'string', { options: { monospace: true } }),
      row('type', 'dropdown', 'string', {
        options: { choices: named(['string', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'json']) },
      }),
      row('interface', 'dropdown', 'string', {
        options: {
          choices: named(
            Object.keys(OPTIONS)
              .filter((name) => !/relat|many|file|user|owner|status|transl/.test(name))
              .sort(),
          ),
        },
      }),
      row('width', 'dropdown', 'string', { options: { choices: named(['half', 'full']) } }),
    ],
  },
});

const LOOKS: Readonly<
  Record<Exclude<Option[1], readonly string[]>, (siblings: Readonly<Record<string, string>>) => Look>
> = {
  text: () => ({ type: 'string', interface: 'text-input' }),
  long: () => ({ type: 'string', interface: 'textarea', options: { rows: 2 } }),
  number: () => ({ type: 'decimal', interface: 'numeric' }),
  flag: () => ({ type: 'boolean', interface: 'switch' }),
  choices: () => ({ type: 'json', interface: 'key-value', options: { keyOptions: { monospace: true } } }),
  languages: () => ({ type: 'json', interface: 'key-value', options: { keyOptions: { monospace: true } } }),
  statuses,
  fields: subfields,
  json: () => ({ type: 'json', interface: 'json' }),
  field: (siblings) => ({ type: 'string', interface: 'dropdown', options: { choices: siblings } }),
  template: () => ({ type: 'string', interface: 'text-input', options: { placeholder: '{{name}}', monospace: true } }),
  icon: () => ({ type: 'string', interface: 'icon' }),
  colour: () => ({ type: 'string', interface: 'color' }),
  date: () => ({ type: 'date', interface: 'date' }),
  tools: () => ({ type: 'array', interface: 'checkboxes', options: { choices: named(TOOLS) } }),
};

/** An option as a field, so that editors of fields can edit it. */
export function optionField([name, control]: Option, siblings: Readonly<Record<string, string>>): Field {
  const look: Look =
    typeof control === 'string'
      ? LOOKS[control as Exclude<Option[1], readonly string[]>](siblings)
      : { type: 'string', interface: 'dropdown', options: { choices: named(control) } };
  return plainField(name, t(`data-model.o.${name}`), look);
}

/** A field of no collection, for a control. */
export const plainField = (name: string, label: string, look: Look): Field => ({
  collection: '',
  name,
  label,
  type: look.type,
  interface: look.interface,
  options: look.options ?? {},
  note: '',
  isKey: false,
  isGenerated: false,
  isRequired: false,
  isReadonly: false,
  isUnique: false,
  id: null,
  isHiddenInForm: false,
  isHiddenInList: false,
  isAlias: false,
  width: 'half',
  group: null,
  sort: 0,
  length: null,
  defaultValue: null,
  validation: null,
  relation: null,
});
