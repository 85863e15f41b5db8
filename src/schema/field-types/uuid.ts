import type { FieldType } from '../field-type.ts';

/** A UUID, as the client sends it. */
export const uuid: FieldType = { name: 'uuid', column: true };
