import { expect, it } from 'vitest';
import { networkOf } from '../../../src/auth/network-of.ts';

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('counts %s as its network of 64 bits, %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['localhost', 'localhost'],
  ['unknown', 'unknown'],
  ['no:address', 'no:address'],
  ['', ''],
])('counts %s as %s', (address, counted) => {
  expect(networkOf(address)).toBe(counted);
});
