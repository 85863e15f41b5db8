import { expect, it } from 'vitest';
import { redacted } from '../../../src/shared/redacted.ts';
import { busyMs } from '../../support/busy-time.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJlLW9mLXRoaXM';

it.each([
  [`see ${JWT} here`, 'see ••• here'],
  ['key ok_0123456789012345678901234567890123456789abcdef!', 'key •••!'],
  ['{"access_token":"a\\"b","x":1}', /^\{"access_token":•••/],
  ['password=hunter2&next=1', 'password=•••&next=1'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: ••• •••'],
  ['http://user:pass@host/x', 'http://•••host/x'],
  ['x-octavo-signature: v1=0123456789abcdef0123', 'x-octavo-signature: •••'],
  ['The token is expired', 'The token is expired'],
  ['Field "title" is required', 'Field "title" is required'],
])('%j becomes %j', (text, shown) => {
  const found = redacted(text, 200);
  if (typeof shown === 'string') expect(found.replace('Authorization: ••• •••', 'Authorization: ••• •••')).toBe(shown);
  else expect(found).toMatch(shown);
});

it('is cut to a length, and a secret is not partly shown where it is cut', () => {
  expect(redacted('x'.repeat(500), 100)).toHaveLength(100);
  expect(redacted(`${'x'.repeat(90)} ${JWT}`, 100)).not.toContain('eyJ');
});

it('processes long texts of any kind in no time', () => {
  const began = busyMs();
  for (const unit of ['a', '-', 'token', '"', 'eyJ.', '://', ' :']) redacted(unit.repeat(100_000), 2000);
  expect(busyMs() - began).toBeLessThan(2000);
});
