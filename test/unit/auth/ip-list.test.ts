import { describe, expect, it } from 'vitest';
import { isAddressEntry, isListed } from '../../../src/auth/ip-list.ts';

describe('a list of addresses', () => {
  it.each([
    ['10.0.0.5', ['10.0.0.5']],
    ['::ffff:10.0.0.5', ['10.0.0.5']],
    ['10.1.2.3', ['192.168.0.1', '10.0.0.0/8']],
    ['10.0.0.9', ['10.0.0.1 - 10.0.0.9']],
    ['2001:db8::5', ['2001:db8::/32']],
    ['2001:DB8:0::5', ['2001:db8::5']],
    ['2001:db8::5', ['2001:db8::1-2001:db8::f']],
    ['127.0.0.1', ['localhost']],
    ['::1', ['localhost']],
  ])('has %s in %j', (address, entries) => {
    expect(isListed(address, entries)).toBe(true);
  });

  it.each([
    ['10.0.0.50', ['10.0.0.5', '10.0.0.5/32', '10.0.0.1-10.0.0.9']],
    ['11.0.0.1', ['10.0.0.0/8', '::/0']],
    ['2001:db9::1', ['2001:db8::/32', '0.0.0.0/0']],
    ['10.0.0.5', ['010.0.0.5', '10.5', 'ten', '', '10.0.0.0/33', '10.0.0.9-10.0.0.1', '*']],
    ['not an address', ['0.0.0.0/0', '::/0', 'not an address']],
    ['', ['']],
  ])('does not have %s in %j', (address, entries) => {
    expect(isListed(address, entries)).toBe(false);
  });

  it('recognises meaningless entries', () => {
    expect(
      ['10.0.0.1', '10.0.0.0/8', '::1', 'localhost', '1.1.1.1-1.1.1.2'].filter((entry) => !isAddressEntry(entry)),
    ).toEqual([]);
    expect(['', 'x', '10.1', '10.0.0.0/40', '1.1.1.1-', '1-2-3'].filter(isAddressEntry)).toEqual([]);
  });
});
