import type { Component } from 'vue';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';

/**
 * The props of every editor. It emits `update:modelValue`.
 *
 * The model value of a plain field is its value. That of a relation is what a nested write sends: `undefined` while nothing is changed;
 * for one item its key, `null`, or an object of a new or changed item; for lists the rows that change, such as
 * `[{ tag: 5 }, { id: 3, $delete: true }]`. What is stored is in `useForm().stored`.
 */
export interface EditorProps {
  readonly field: Field;
  readonly modelValue: unknown;
  /** The id of the control that the label points to. */
  readonly inputId: string;
  readonly readonly: boolean;
  readonly invalid: boolean;
  /** Ids of the texts that describe the control: note and error. */
  readonly describedBy?: string;
}

/** The editor of a kind of field. */
export interface Editor {
  readonly component: Component;
  /** Paths below the field that the form reads with the item, such as `name` or `tag.name`. */
  readonly paths?: (field: Field, schema: Schema) => readonly string[];
  /** Whether it shows its own label, or needs none. */
  readonly isBare?: boolean;
}
