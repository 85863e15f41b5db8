import {
  AlignLeft,
  Braces,
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  Code,
  File,
  Folder,
  GalleryHorizontal,
  Hash,
  Image,
  KeyRound,
  Languages,
  Link2,
  ListChecks,
  ListOrdered,
  ListPlus,
  Lock,
  type LucideIcon,
  MapPin,
  Minus,
  Palette,
  Pilcrow,
  SlidersHorizontal,
  Star,
  Table2,
  Tags,
  TextCursorInput,
  ToggleLeft,
  UserRound,
  Workflow,
} from '@lucide/vue';

/** The purpose of a field, and its initial definition. */
export interface Kind {
  readonly name: string;
  readonly group: 'text' | 'number' | 'choice' | 'time' | 'media' | 'relation' | 'structure' | 'automatic';
  readonly icon: LucideIcon;
  readonly type: string;
  readonly datatype: string | null;
  readonly length?: number | string;
  readonly interface: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Attributes that differ from those of an ordinary field. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Whether it is created by the wizard of relations, or by one of the switches. */
  readonly by?: 'relation' | 'translations';
  /** The usual name. */
  readonly field?: string;
}

const string = { type: 'string', datatype: 'VARCHAR' } as const;
const long = { type: 'string', datatype: 'TEXT' } as const;
const key = { datatype: 'INT', length: 10, more: { signed: false } } as const;
const written = { datatype: 'INT', length: 10, more: { signed: false, readonly: true, hidden_browse: true } } as const;
const stamped = { datatype: 'DATETIME', more: { readonly: true, hidden_browse: true } } as const;
const list = { type: 'o2m', datatype: null } as const;

/** Statuses that most collections need. */
const USUAL_STATUSES: Readonly<Record<string, object>> = {
  draft: { name: 'Draft', published: false, soft_delete: false, background_color: '#918c81' },
  published: {
    name: 'Published',
    published: true,
    soft_delete: false,
    required_fields: true,
    background_color: '#3f6b4f',
  },
  archived: { name: 'Archived', published: false, soft_delete: true, background_color: '#5d5a53' },
};

/** Kinds of fields, in the order of the gallery. */
export const KINDS: readonly Kind[] = [
  { name: 'text', group: 'text', icon: TextCursorInput, ...string, length: 200, interface: 'text-input' },
  { name: 'longText', group: 'text', icon: AlignLeft, ...long, interface: 'textarea' },
  { name: 'richText', group: 'text', icon: Pilcrow, ...long, interface: 'wysiwyg' },
  { name: 'markdown', group: 'text', icon: Hash, ...long, interface: 'markdown' },
  { name: 'slug', group: 'text', icon: Link2, type: 'slug', datatype: 'VARCHAR', length: 200, interface: 'slug' },
  { name: 'code', group: 'text', icon: Code, ...long, interface: 'code' },
  {
    name: 'password',
    group: 'text',
    icon: Lock,
    type: 'hash',
    datatype: 'VARCHAR',
    length: 255,
    interface: 'password',
    options: { hide: true },
  },
  {
    name: 'number',
    group: 'number',
    icon: Hash,
    type: 'integer',
    datatype: 'INT',
    length: 10,
    interface: 'numeric',
    more: { signed: true },
  },
  {
    name: 'price',
    group: 'number',
    icon: Hash,
    type: 'decimal',
    datatype: 'DECIMAL',
    length: '10,2',
    interface: 'numeric',
    more: { signed: true },
  },
  {
    name: 'slider',
    group: 'number',
    icon: SlidersHorizontal,
    type: 'integer',
    datatype: 'INT',
    length: 10,
    interface: 'slider',
    options: { minimum: 0, maximum: 100, step: 1 },
    more: { signed: true },
  },
  {
    name: 'rating',
    group: 'number',
    icon: Star,
    type: 'integer',
    datatype: 'INT',
    length: 10,
    interface: 'rating',
    options: { max_stars: 5 },
  },
  {
    name: 'yesNo',
    group: 'choice',
    icon: ToggleLeft,
    type: 'boolean',
    datatype: 'TINYINT',
    length: 1,
    interface: 'switch',
    more: { default_value: false },
  },
  {
    name: 'choice',
    group: 'choice',
    icon: CircleDot,
    ...string,
    length: 100,
    interface: 'dropdown',
    options: { choices: {} },
  },
  {
    name: 'radio',
    group: 'choice',
    icon: CircleDot,
    ...string,
    length: 100,
    interface: 'radio-buttons',
    options: { choices: {} },
  },
  {
    name: 'several',
    group: 'choice',
    icon: ListChecks,
    type: 'array',
    datatype: 'VARCHAR',
    length: 500,
    interface: 'checkboxes',
    options: { choices: {} },
  },
  { name: 'tags', group: 'choice', icon: Tags, type: 'array', datatype: 'VARCHAR', length: 1000, interface: 'tags' },
  { name: 'colour', group: 'choice', icon: Palette, ...string, length: 20, interface: 'color' },
  { name: 'icon', group: 'choice', icon: Star, ...string, length: 40, interface: 'icon' },
  { name: 'date', group: 'time', icon: Calendar, type: 'date', datatype: 'DATE', interface: 'date' },
  {
    name: 'dateTime',
    group: 'time',
    icon: CalendarClock,
    type: 'datetime',
    datatype: 'DATETIME',
    interface: 'datetime',
  },
  { name: 'time', group: 'time', icon: Clock, type: 'time', datatype: 'TIME', interface: 'time' },
  {
    name: 'image',
    group: 'media',
    icon: Image,
    type: 'file',
    ...key,
    interface: 'file',
    options: { accept: 'image/*', crop: true },
  },
  { name: 'file', group: 'media', icon: File, type: 'file', ...key, interface: 'file' },
  { name: 'gallery', group: 'media', icon: GalleryHorizontal, ...list, interface: 'files', by: 'relation' },
  { name: 'link', group: 'relation', icon: Workflow, type: 'm2o', ...key, interface: 'many-to-one', by: 'relation' },
  { name: 'list', group: 'relation', icon: ListPlus, ...list, interface: 'one-to-many', by: 'relation' },
  { name: 'many', group: 'relation', icon: Workflow, ...list, interface: 'many-to-many', by: 'relation' },
  { name: 'tree', group: 'relation', icon: Workflow, type: 'm2o', ...key, interface: 'many-to-one', by: 'relation' },
  { name: 'person', group: 'relation', icon: UserRound, type: 'user', ...key, interface: 'user' },
  {
    name: 'translations',
    group: 'relation',
    icon: Languages,
    type: 'translation',
    datatype: null,
    interface: 'translation',
    by: 'translations',
  },
  {
    name: 'repeater',
    group: 'structure',
    icon: Table2,
    type: 'json',
    datatype: 'TEXT',
    interface: 'repeater',
    options: { fields: [] },
  },
  { name: 'keyValue', group: 'structure', icon: KeyRound, type: 'json', datatype: 'TEXT', interface: 'key-value' },
  { name: 'json', group: 'structure', icon: Braces, type: 'json', datatype: 'TEXT', interface: 'json' },
  { name: 'place', group: 'structure', icon: MapPin, type: 'json', datatype: 'TEXT', interface: 'map' },
  { name: 'section', group: 'structure', icon: Folder, type: 'group', datatype: null, interface: 'group' },
  { name: 'line', group: 'structure', icon: Minus, type: 'alias', datatype: null, interface: 'divider' },
  {
    name: 'status',
    group: 'automatic',
    icon: CircleDot,
    type: 'status',
    datatype: 'VARCHAR',
    length: 20,
    interface: 'status',
    options: { status_mapping: USUAL_STATUSES },
    more: { default_value: 'draft' },
    field: 'status',
  },
  {
    name: 'sort',
    group: 'automatic',
    icon: ListOrdered,
    type: 'sort',
    datatype: 'INT',
    length: 10,
    interface: 'sort',
    more: { signed: false, hidden_detail: true, hidden_browse: true },
    field: 'sort',
  },
  {
    name: 'created',
    group: 'automatic',
    icon: CalendarClock,
    type: 'datetime_created',
    ...stamped,
    interface: 'datetime-created',
    field: 'created_on',
  },
  {
    name: 'updated',
    group: 'automatic',
    icon: CalendarClock,
    type: 'datetime_updated',
    ...stamped,
    interface: 'datetime-updated',
    field: 'modified_on',
  },
  { name: 'owner', group: 'automatic', icon: UserRound, type: 'owner', ...written, interface: 'owner', field: 'owner' },
  {
    name: 'updatedBy',
    group: 'automatic',
    icon: UserRound,
    type: 'user_updated',
    ...written,
    interface: 'user-updated',
    field: 'modified_by',
  },
];

/** The groups of the gallery. */
export const KIND_GROUPS = ['text', 'number', 'choice', 'time', 'media', 'relation', 'structure', 'automatic'] as const;

const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

export const kindNamed = (name: string): Kind | undefined => BY_NAME.get(name);

/** Other interfaces that count as a kind. */
const ALIKE: Readonly<Record<string, string>> = {
  'button-group': 'radio',
  'color-palette': 'colour',
  'checkboxes-relational': 'many',
  'toggle-icon': 'yesNo',
  calendar: 'date',
  datetime: 'dateTime',
  divider: 'line',
  hashed: 'password',
  multiselect: 'several',
  'primary-key': 'key',
  toggle: 'yesNo',
};

const BY_TYPE: Readonly<Record<string, string>> = {
  array: 'tags',
  boolean: 'yesNo',
  date: 'date',
  datetime: 'dateTime',
  decimal: 'price',
  file: 'file',
  group: 'section',
  hash: 'password',
  integer: 'number',
  json: 'json',
  m2o: 'link',
  o2m: 'list',
  slug: 'slug',
  time: 'time',
  translation: 'translations',
  user: 'person',
  status: 'status',
  sort: 'sort',
  owner: 'owner',
  user_updated: 'updatedBy',
  datetime_created: 'created',
  datetime_updated: 'updated',
  alias: 'line',
};

/** The kind of an existing field: by its type if that is sufficient, otherwise by its interface. */
export function kindOfField(field: {
  readonly type: string;
  readonly interface: string | null;
  readonly datatype?: string | null;
  readonly options?: unknown;
}): string {
  const type = field.type.toLowerCase();
  const by = field.interface ?? '';
  if (by === 'file') return isImages(field.options) ? 'image' : 'file';
  if (type === 'decimal' && by === 'numeric') return 'price';
  if (KINDS.some((kind) => kind.group === 'automatic' && kind.type === type)) return BY_TYPE[type] ?? 'text';
  const found = KINDS.find((kind) => kind.interface === by && kind.type === type);
  return found?.name ?? ALIKE[by] ?? BY_TYPE[type] ?? 'text';
}

const isImages = (options: unknown): boolean =>
  typeof options === 'object' &&
  options !== null &&
  String((options as { accept?: unknown }).accept ?? '').startsWith('image/');
