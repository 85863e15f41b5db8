import { MAX_INT64, MIN_INT64 } from '../../shared/int64.ts';
import type { Statement } from '../dialect.ts';

/** The driver takes positive numbers smaller than some 2.2e-16 for the integer 0. */
const MIN_POSITIVE = 1e-15;

const isBeyond = (value: unknown): value is bigint =>
  typeof value === 'bigint' && (value < MIN_INT64 || value > MAX_INT64);
const isTiny = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < MIN_POSITIVE;

/** Tiny numbers are sent as texts, which columns of numbers store as these numbers, and compare with them. */
const sent = (value: unknown): unknown => (isTiny(value) ? String(value) : value);

/**
 * The parameters of a read, as the driver takes them. Integers beyond 64 bits become floating point: they equal no stored
 * value, but still compare as smaller or larger.
 */
export function bindable(parameters: Statement['parameters']): never[] {
  if (!parameters.some((value) => isBeyond(value) || isTiny(value))) return parameters as never[];
  return parameters.map((value) => (isBeyond(value) ? Number(value) : sent(value))) as never[];
}

/** The parameters of a write, as the driver takes them. It refuses integers beyond 64 bits. */
export function storable(parameters: Statement['parameters']): never[] {
  return (parameters.some(isTiny) ? parameters.map(sent) : parameters) as never[];
}
