import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { isRecord } from '../../shared/is-record.ts';

/** No engine has more columns per table; fields without a column are not limited by it. */
const MAX_FIELDS = 2_000;

/** Returns the definitions in `fields`. Errors: 4 unless it is a list of objects, 12 if there are too many. */
export function fieldList(fields: unknown): Payload[] {
  const violations = new Violations();
  if (!Array.isArray(fields) || !fields.every(isRecord)) violations.add('fields', violation.type('array'));
  violations.throwIfAny();
  const definitions = fields as Payload[];
  if (definitions.length > MAX_FIELDS) throw new ApiError('tooManyFields', { limit: MAX_FIELDS });
  return definitions;
}

/** Refuses names of which two are equal except for case. Error 12. */
export function refuseRepeatedNames(names: readonly string[]): void {
  const different = new Set(names.map((name) => name.toLowerCase()));
  if (different.size < names.length) throw new ApiError('fieldNamesRepeated');
}
