import type { FieldType } from '../field-type.ts';

/** Text that is hashed when it is written. Hashing takes time, so the write path does it before anything is stored. */
export const hash: FieldType = { name: 'hash', column: true };
