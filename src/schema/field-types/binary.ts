import type { FieldType } from '../field.ts';

/** Bytes, sent and returned as base64 text. */
export const binary: FieldType = { name: 'binary', column: true };
