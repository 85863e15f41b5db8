import type { FieldType } from '../field-type.ts';

/** Bytes, sent and answered as base64 text. */
export const binary: FieldType = { name: 'binary', column: true };
