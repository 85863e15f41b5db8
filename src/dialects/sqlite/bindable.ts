import type { Statement } from '../dialect.ts';

const LOW = -(2n ** 63n);
const HIGH = 2n ** 63n - 1n;

/**
 * Parameters of a read: integers outside 64 bits are passed as floating point. They equal nothing, and have a place in the order.
 * A write is given them as they are, and refuses them.
 */
export function bindable(parameters: Statement['parameters']): never[] {
  const beyond = (value: unknown): value is bigint => typeof value === 'bigint' && (value < LOW || value > HIGH);
  if (!parameters.some(beyond)) return parameters as never[];
  return parameters.map((value) => (beyond(value) ? Number(value) : value)) as never[];
}
