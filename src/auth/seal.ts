import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A keyed digest of values, using the project's secret. It changes with every value, with their order and with the
 * secret, and reveals nothing about them.
 */
export function seal(secret: string, purpose: string, values: readonly unknown[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...values]))
    .digest('hex');
}

/** Whether two texts are equal; compared in constant time. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
