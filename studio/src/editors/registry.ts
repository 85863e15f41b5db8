import { type Component, defineAsyncComponent } from 'vue';
import type { Field } from '../model/field.ts';
import type { Editor } from './editor.ts';
import { RELATIONAL_INTERFACES, RELATIONAL_TYPES } from './relational/registry.ts';

type Small = keyof typeof import('./small.ts')['SMALL'];

const editor = (load: () => Promise<Component>): Editor => ({ component: defineAsyncComponent(load) });
const small = (name: Small): Editor => editor(async () => (await import('./small.ts')).SMALL[name]);

const code = editor(() => import('./code/code.vue'));
const colour = small('colour');
const date = small('date');
const json = editor(() => import('./code/json.vue'));
const list = small('someOf');
const numeric = small('numeric');
const onOff = small('onOff');
const oneOf = small('oneOf');
const secret = small('secret');
const shownOnly = small('shownOnly');
const stamp = small('stamp');
const tags = small('tags');
const text = small('text');

/** Editors by the names that schemas use for interfaces. */
const BY_INTERFACE: Readonly<Record<string, Editor>> = {
  '2fa-secret': secret,
  'button-group': oneOf,
  'color-palette': colour,
  'datetime-created': stamp,
  'datetime-updated': stamp,
  'file-preview': shownOnly,
  'file-size': shownOnly,
  'interface-options': json,
  'interface-types': json,
  'key-value': editor(() => import('./nested/key-value.vue')),
  'primary-key': text,
  'radio-buttons': oneOf,
  'text-input': text,
  'toggle-icon': small('toggleIcon'),
  calendar: small('calendar'),
  checkboxes: list,
  code,
  collections: small('manyChoices'),
  color: colour,
  date,
  datetime: date,
  dropdown: small('dropdown'),
  hashed: secret,
  icon: editor(() => import('./icons/icon.vue')),
  interfaces: text,
  json,
  language: small('manyChoices'),
  map: editor(() => import('./place/map.vue')),
  markdown: editor(() => import('./markdown/markdown.vue')),
  multiselect: list,
  numeric,
  owner: stamp,
  password: secret,
  preview: small('preview'),
  rating: small('rating'),
  repeater: editor(() => import('./nested/repeater.vue')),
  slider: small('slider'),
  slug: small('slug'),
  sort: numeric,
  status: small('status'),
  switch: onOff,
  tags,
  textarea: small('textarea'),
  time: date,
  toggle: onOff,
  'user-updated': stamp,
  wysiwyg: editor(() => import('./rich/wysiwyg.vue')),
  ...RELATIONAL_INTERFACES,
};

/** Editors of fields whose interface is unknown or missing, by type. */
const BY_TYPE: Readonly<Record<string, Editor>> = {
  array: tags,
  binary: shownOnly,
  boolean: onOff,
  date,
  datetime: date,
  datetime_created: stamp,
  datetime_updated: stamp,
  decimal: numeric,
  hash: secret,
  integer: numeric,
  json,
  owner: stamp,
  slug: small('slug'),
  sort: numeric,
  status: small('status'),
  time: date,
  user_created: stamp,
  user_updated: stamp,
  ...RELATIONAL_TYPES,
};

/** The types of values that an editor accepts, if it accepts only some: it would damage values of others. */
const TAKES: Readonly<Record<string, ReadonlySet<string>>> = {
  calendar: new Set(['date', 'string']),
  checkboxes: new Set(['array', 'json', 'string']),
  code: new Set(['json', 'string']),
  date: new Set(['date', 'string']),
  datetime: new Set(['datetime', 'string']),
  'datetime-created': new Set(['datetime_created']),
  'datetime-updated': new Set(['datetime_updated']),
  json: new Set(['json', 'string']),
  'key-value': new Set(['json', 'string']),
  map: new Set(['json', 'string']),
  multiselect: new Set(['array', 'json', 'string']),
  numeric: new Set(['decimal', 'integer', 'sort', 'string']),
  repeater: new Set(['json', 'string']),
  switch: new Set(['boolean', 'integer']),
  tags: new Set(['array', 'json', 'string']),
  time: new Set(['time', 'string']),
  toggle: new Set(['boolean', 'integer']),
  'toggle-icon': new Set(['boolean', 'integer']),
};

/** Types whose values a text control cannot edit, whatever the interface is. */
const NEEDS: ReadonlySet<string> = new Set([
  'array',
  'binary',
  'boolean',
  'hash',
  'json',
  'datetime_created',
  'datetime_updated',
]);
const TEXTS: ReadonlySet<string> = new Set([
  'text-input',
  'textarea',
  'markdown',
  'wysiwyg',
  'slug',
  'dropdown',
  'primary-key',
]);

/** The editor of a field: by its interface, otherwise by its type. An interface that cannot edit the type's values is ignored. */
export function editorOf(field: Field): Editor {
  const name = field.interface ?? '';
  const takes = TAKES[name];
  const isUnfit = takes ? !takes.has(field.type) : TEXTS.has(name) && NEEDS.has(field.type);
  return (isUnfit ? undefined : BY_INTERFACE[name]) ?? BY_TYPE[field.type] ?? text;
}

/** Whether there is an editor for a field. Any value of a column has one; lists of items need a special one. */
export const hasEditor = (field: Field): boolean =>
  !field.isAlias || (field.interface ?? '') in BY_INTERFACE || field.type in BY_TYPE;
