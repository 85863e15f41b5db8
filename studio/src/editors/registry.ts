import { type Component, defineAsyncComponent } from 'vue';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';

/** How a kind of field is edited. */
export interface Editor {
  readonly component: Component;
  /** Paths below the field that the form reads with the item, such as `name` or `tag.name`. */
  readonly paths?: (field: Field, schema: Schema) => readonly string[];
  /** It shows its own label, or needs none. */
  readonly isBare?: boolean;
}

const text: Editor = { component: defineAsyncComponent(() => import('./text.vue')) };

/** Editors by the names that schemas use for interfaces. */
const BY_INTERFACE: Readonly<Record<string, Editor>> = {
  'text-input': text,
};

/** Editors of fields whose interface is unknown or missing, by type. */
const BY_TYPE: Readonly<Record<string, Editor>> = {};

/** The editor of a field: by its interface, else by its type. */
export const editorOf = (field: Field): Editor => BY_INTERFACE[field.interface ?? ''] ?? BY_TYPE[field.type] ?? text;
