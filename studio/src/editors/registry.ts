import { defineAsyncComponent } from 'vue';
import type { Field } from '../model/field.ts';
import type { Editor } from './editor.ts';
import { RELATIONAL_INTERFACES, RELATIONAL_TYPES } from './relational/registry.ts';

const text: Editor = { component: defineAsyncComponent(() => import('./text.vue')) };

/** Editors by the names that schemas use for interfaces. */
const BY_INTERFACE: Readonly<Record<string, Editor>> = {
  'text-input': text,
  ...RELATIONAL_INTERFACES,
};

/** Editors of fields whose interface is unknown or missing, by type. */
const BY_TYPE: Readonly<Record<string, Editor>> = { ...RELATIONAL_TYPES };

/** The editor of a field: by its interface, else by its type. */
export const editorOf = (field: Field): Editor => BY_INTERFACE[field.interface ?? ''] ?? BY_TYPE[field.type] ?? text;

/** Whether there is an editor for a field. Any can take the value of a column; lists of items need one of their own. */
export const hasEditor = (field: Field): boolean =>
  !field.isAlias || (field.interface ?? '') in BY_INTERFACE || field.type in BY_TYPE;
