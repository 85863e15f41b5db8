import type { TSchema } from 'typebox';
import { isRecord } from '../../shared/is-record.ts';
import { REFUSAL } from '../../wire/members.ts';
import type { JsonSchema } from './value.ts';

/** A schema of a route as documents show it, without keywords that only validation uses. */
export function plainSchema(schema: TSchema): JsonSchema {
  return plain(schema) as JsonSchema;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  const shown = Object.entries(value).filter(([name]) => !name.startsWith('~') && name !== REFUSAL);
  return Object.fromEntries(shown.map(member));
}

/** A pattern that matches any name is better expressed as additional properties. */
function member([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  const patterns = name === 'patternProperties' && isRecord(value) ? Object.values(value) : [];
  return patterns.length === 1 ? ['additionalProperties', plain(patterns[0])] : [name, plain(value)];
}
