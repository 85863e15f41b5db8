import type { FieldType } from '../field.ts';

/** Text that is stored as a hash. Hashing takes time, so the write path does it before anything is stored. */
export const hash: FieldType = { name: 'hash', column: true };
