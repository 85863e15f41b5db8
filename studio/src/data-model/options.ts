/** The control of an option. */
export type Control =
  | 'text'
  | 'long'
  | 'number'
  | 'flag'
  | 'choices'
  | 'statuses'
  | 'fields'
  | 'json'
  | 'field'
  | 'template'
  | 'icon'
  | 'colour'
  | 'date'
  | 'languages'
  | 'tools'
  | readonly string[];

/** An option of an interface: its name in schemas, and its control. */
export type Option = readonly [name: string, control: Control];

const icons: readonly Option[] = [
  ['iconLeft', 'icon'],
  ['iconRight', 'icon'],
];
const dates: readonly Option[] = [
  ['min', 'date'],
  ['max', 'date'],
  ['localized', 'flag'],
  ['showRelative', 'flag'],
  ...icons,
];
const secret: readonly Option[] = [
  ['hide', 'flag'],
  ['placeholder', 'text'],
  ['showHash', 'flag'],
  ['hashingType', ['core', 'bcrypt', 'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']],
  ['hasher', ['core', 'bcrypt', 'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']],
];
const picking: readonly Option[] = [
  ['fields', 'text'],
  ['template', 'template'],
];
const related: readonly Option[] = [...picking, ['allow_create', 'flag'], ['allow_select', 'flag']];
const stamp: readonly Option[] = [['showRelative', 'flag']];
const person: readonly Option[] = [
  ['template', 'template'],
  ['display', ['avatar', 'name', 'both']],
];
const reader: readonly Option[] = [['interfaceField', 'field']];
const placeholder: Option = ['placeholder', 'text'];
const choices: Option = ['choices', 'choices'];

/** The options of each interface, the most frequent first. */
export const OPTIONS: Readonly<Record<string, readonly Option[]>> = {
  'button-group': [choices, ['theme', ['outline', 'solid']]],
  'checkboxes-relational': [
    ['grid', 'number'],
    ['template', 'template'],
    ['listing_template', 'template'],
  ],
  'datetime-created': stamp,
  'datetime-updated': stamp,
  'file-preview': [['edit', 'flag']],
  'file-size': [placeholder, ['format', 'flag'], ['formatInput', 'flag'], ['decimal', 'flag']],
  'interface-options': reader,
  'interface-types': reader,
  'key-value': [
    ['keyInterface', 'text'],
    ['keyType', 'text'],
    ['keyOptions', 'json'],
    ['valueInterface', 'text'],
    ['valueType', 'text'],
    ['valueOptions', 'json'],
  ],
  'many-to-many': related,
  'many-to-one': [
    ['template', 'template'],
    ['visible_fields', 'text'],
    placeholder,
    ['threshold', 'number'],
    ['icon', 'icon'],
  ],
  'one-to-many': [
    ...picking,
    ['sort_field', 'text'],
    ['delete_mode', ['relation', 'item']],
    ['allow_create', 'flag'],
    ['allow_select', 'flag'],
  ],
  'primary-key': [['monospace', 'flag']],
  'radio-buttons': [choices, ['format', 'flag']],
  'text-input': [
    placeholder,
    ['trim', 'flag'],
    ['showCharacterCount', 'flag'],
    ['formatValue', 'flag'],
    ['monospace', 'flag'],
    ...icons,
  ],
  'toggle-icon': [
    ['textActive', 'text'],
    ['iconActive', 'icon'],
    ['colorActive', 'colour'],
    ['textInactive', 'text'],
    ['iconInactive', 'icon'],
    ['colorInactive', 'colour'],
  ],
  'user-roles': [
    ['relational', 'flag'],
    ['showPublic', 'flag'],
  ],
  'user-updated': person,
  calendar: [
    ['min', 'date'],
    ['max', 'date'],
    ['formatting', 'text'],
  ],
  checkboxes: [
    choices,
    ['allow_other', 'flag'],
    ['single', 'flag'],
    ['draggable', 'flag'],
    ['wrap', 'flag'],
    ['formatting', 'flag'],
  ],
  code: [
    ['language', ['text/plain', 'text/html', 'text/css', 'text/javascript', 'application/json', 'text/x-markdown']],
    ['lineNumber', 'flag'],
    ['template', 'long'],
  ],
  collections: [placeholder, ['include_system', 'flag']],
  color: [
    ['format', ['hex', 'rgb', 'rgba', 'hsl', 'hsla', 'cmyk']],
    ['palette', 'json'],
    ['paletteOnly', 'flag'],
  ],
  date: dates,
  datetime: [['defaultToCurrentDatetime', 'flag'], ['format', ['mdy', 'dmy', 'ymd']], ...dates],
  divider: [
    ['title', 'text'],
    ['description', 'long'],
    ['style', ['small', 'medium', 'large']],
    ['hr', 'flag'],
    ['margin', 'flag'],
  ],
  dropdown: [choices, placeholder, ['allow_other', 'flag'], ['formatting', 'flag'], ['icon', 'icon']],
  file: [
    ['accept', 'text'],
    ['crop', 'flag'],
    ['allowDelete', 'flag'],
    ['viewType', ['cards', 'tabular', 'calendar', 'timeline']],
    ['viewOptions', 'json'],
    ['viewQuery', 'json'],
    ['filters', 'json'],
  ],
  files: [
    ['accept', 'text'],
    ['fields', 'text'],
    ['template', 'template'],
    ['allow_create', 'flag'],
    ['allow_select', 'flag'],
  ],
  group: [
    ['title', 'text'],
    ['description', 'long'],
  ],
  hashed: secret,
  interfaces: [placeholder, ['relational', 'flag'], ['status', 'text']],
  json: [['template', 'json']],
  language: [
    ['limit', 'flag'],
    ['choices', 'languages'],
  ],
  map: [
    ['height', 'number'],
    ['mapLat', 'number'],
    ['mapLng', 'number'],
    ['defaultZoom', 'number'],
    ['maxZoom', 'number'],
    ['address_to_code', 'flag'],
    ['theme', 'text'],
    ['tileUrl', 'text'],
  ],
  markdown: [placeholder, ['rows', 'number'], ['tabbed', 'flag']],
  multiselect: [choices, placeholder, ['size', 'number'], ['wrapWithDelimiter', 'flag'], ['formatting', 'flag']],
  numeric: [placeholder, ['localized', 'flag'], ['monospace', 'flag'], ...icons],
  owner: person,
  password: secret,
  preview: [['url_template', 'text']],
  rating: [
    ['max_stars', 'number'],
    ['active_color', 'colour'],
    ['display', ['star', 'number']],
  ],
  repeater: [
    ['fields', 'fields'],
    ['template', 'template'],
    placeholder,
    ['createItemText', 'text'],
    ['limit', 'number'],
    ['duplicable', 'flag'],
    ['structure', ['array', 'object']],
    ['structure_key', 'text'],
  ],
  slider: [
    ['minimum', 'number'],
    ['maximum', 'number'],
    ['step', 'number'],
    ['unit', 'text'],
  ],
  slug: [['mirroredField', 'field'], ['onlyOnCreate', 'flag'], ['forceLowercase', 'flag'], placeholder],
  status: [
    ['status_mapping', 'statuses'],
    ['simpleBadge', 'flag'],
  ],
  switch: [
    ['labelOn', 'text'],
    ['labelOff', 'text'],
    ['checkbox', 'flag'],
  ],
  tags: [
    ['alphabetize', 'flag'],
    ['lowercase', 'flag'],
    ['sanitize', 'flag'],
    ['wrap', 'flag'],
    ['format', 'flag'],
    ['validation', 'text'],
    ['validationMessage', 'text'],
    ...icons,
  ],
  textarea: [placeholder, ['rows', 'number'], ['serif', 'flag']],
  time: [['display24HourClock', 'flag']],
  translation: [
    ['languages', 'languages'],
    ['languageField', 'text'],
    ['template', 'template'],
  ],
  user: [['template', 'template'], placeholder],
  wysiwyg: [
    ['toolbar', 'tools'],
    ['custom_formats', 'json'],
    ['tinymce_options', 'json'],
  ],
};

/** Interfaces that can edit a type's values, the usual one first. */
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  alias: ['divider', 'preview'],
  array: ['tags', 'checkboxes', 'multiselect'],
  boolean: ['switch', 'toggle', 'toggle-icon'],
  date: ['date', 'calendar'],
  datetime: ['datetime'],
  datetime_created: ['datetime-created', 'datetime'],
  datetime_updated: ['datetime-updated', 'datetime'],
  decimal: ['numeric', 'rating'],
  file: ['file'],
  group: ['group'],
  hash: ['password', 'hashed'],
  integer: ['numeric', 'slider', 'rating', 'primary-key', 'user', 'file-size'],
  json: ['json', 'key-value', 'repeater', 'map', 'code', 'interface-options', 'interface-types'],
  lang: ['language', 'text-input'],
  m2o: ['many-to-one', 'user-roles'],
  o2m: ['one-to-many', 'many-to-many', 'files', 'checkboxes-relational'],
  owner: ['owner', 'user'],
  slug: ['slug'],
  sort: ['sort'],
  status: ['status'],
  string: [
    'text-input',
    'textarea',
    'wysiwyg',
    'markdown',
    'dropdown',
    'radio-buttons',
    'button-group',
    'color',
    'color-palette',
    'icon',
    'code',
    'language',
    'tags',
    'password',
    'primary-key',
    'collections',
    'interfaces',
    'file-preview',
    '2fa-secret',
  ],
  time: ['time'],
  translation: ['translation'],
  user: ['user'],
  user_updated: ['user-updated', 'user'],
  uuid: ['text-input', 'primary-key'],
  binary: ['text-input'],
};

/** The interfaces to choose from, including the present one even if it is unknown. */
export function interfacesOf(type: string, present: string): readonly string[] {
  const names = BY_TYPE[type] ?? ['text-input'];
  return present === '' || names.includes(present) ? names : [present, ...names];
}

/** Unknown options of a field, which stay as they are. */
export const unknownOptions = (name: string, options: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(options).filter((key) => !(OPTIONS[name] ?? []).some(([known]) => known === key));

/** A value that shows what an interface does. */
export function sampleOf(name: string, type: string, options: Readonly<Record<string, unknown>>): unknown {
  const first = firstChoice(options.choices);
  if (['dropdown', 'radio-buttons', 'button-group'].includes(name)) return first;
  if (['checkboxes', 'multiselect'].includes(name)) return first === null ? [] : [first];
  if (name === 'status') return Object.keys((options.status_mapping ?? {}) as object)[0] ?? null;
  const samples: Readonly<Record<string, unknown>> = {
    rating: 3,
    slider: Number(options.minimum ?? 0) || 0,
    numeric: type === 'decimal' ? '19.90' : 42,
    tags: ['salt', 'rope'],
    color: '#8e2f2a',
    'color-palette': '#8e2f2a',
    icon: 'local_offer',
    map: { lat: 39.47, lng: -0.38 },
    'key-value': { width: '12 cm' },
    repeater: [{}],
    json: { width: 12 },
    switch: true,
    toggle: true,
    'toggle-icon': true,
    date: '2026-05-01',
    calendar: '2026-05-01',
    datetime: '2026-05-01 18:30:00',
    time: '18:30:00',
    markdown: '**Salt** and rope',
    wysiwyg: '<p><strong>Salt</strong> and rope</p>',
    textarea: 'Salt and rope, and what they have in common.',
    'text-input': 'Salt and rope',
    slug: 'salt-and-rope',
    code: String(options.template ?? ''),
    language: 'de-DE',
  };
  return samples[name] ?? null;
}

function firstChoice(choices: unknown): string | null {
  if (typeof choices !== 'object' || choices === null) return null;
  return Object.keys(choices)[0] ?? null;
}
