import type { Statement } from '../dialect.ts';

const LOW = -(2n ** 63n);
const HIGH = 2n ** 63n - 1n;

/**
 * The parameters of a read, as the driver takes them. Integers beyond 64 bits become floating point: they equal no stored
 * value, but still compare as smaller or larger. Writes pass them unchanged, and the driver refuses them.
 */
export function bindable(parameters: Statement['parameters']): never[] {
  const beyond = (value: unknown): value is bigint => typeof value === 'bigint' && (value < LOW || value > HIGH);
  if (!parameters.some(beyond)) return parameters as never[];
  return parameters.map((value) => (beyond(value) ? Number(value) : value)) as never[];
}
