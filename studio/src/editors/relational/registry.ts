import type { Editor } from '../editor.ts';

/** Editors of related items, by interface. */
export const RELATIONAL_INTERFACES: Readonly<Record<string, Editor>> = {};

/** Editors of related items whose interface is unknown or missing, by type. */
export const RELATIONAL_TYPES: Readonly<Record<string, Editor>> = {};
