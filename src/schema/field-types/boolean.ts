import { violation } from '../../errors/violations.ts';
import type { FieldType } from '../field.ts';

const TRUTHS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [true, 1],
  [1, 1],
  ['1', 1],
  ['true', 1],
  [false, 0],
  [0, 0],
  ['0', 0],
  ['false', 0],
  ['', 0],
]);

/** True or false; null reads as false. */
export const boolean: FieldType = {
  name: 'boolean',
  column: true,
  validate: (value) => (TRUTHS.has(value) ? undefined : violation.type('bool')),
  store: (value) => TRUTHS.get(value) ?? null,
  read: (stored) => Boolean(Number(stored)),
  form: { of: 'integer', as: 'truth' },
};
