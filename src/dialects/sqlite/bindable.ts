import type { Statement } from '../dialect.ts';

const LOW = -(2n ** 63n);
const HIGH = 2n ** 63n - 1n;

/** Integers beyond 64 bits are passed as floating point: they equal nothing, but still compare as smaller or larger. */
export function bindable(parameters: Statement['parameters']): never[] {
  const beyond = (value: unknown): value is bigint => typeof value === 'bigint' && (value < LOW || value > HIGH);
  if (!parameters.some(beyond)) return parameters as never[];
  return parameters.map((value) => (beyond(value) ? Number(value) : value)) as never[];
}
