import type { FieldType } from '../field.ts';

/** A UUID, as the client sends it. */
export const uuid: FieldType = { name: 'uuid', column: true };
