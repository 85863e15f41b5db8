import { expect, it } from 'vitest';
import { toSettings } from '../../../src/schema/settings.ts';

const withValue = (value: string | null) =>
  toSettings(
    ['default_limit', 'login_attempts_allowed', 'auth_token_ttl', 'auto_sign_out', 'octavo_session_days'].map(
      (key) => ({ key, value }),
    ),
  );

it.each([null, '', '0', '-1', '0.5', 'many', 'Infinity'])('counts %j like a number that is missing', (value) => {
  expect({ ...withValue(value), values: null }).toEqual({ ...toSettings([]), values: null });
});

it('drops fractions', () => {
  expect(withValue('5.9')).toMatchObject({ loginAttempts: 5, tokenMinutes: 5, sessionMinutes: 5, sessionDays: 5 });
});

it('keeps times within what dates can express', () => {
  const { tokenMinutes, sessionMinutes, sessionDays } = withValue('1e300');
  expect([tokenMinutes, sessionMinutes, sessionDays]).toEqual([5_256_000, 5_256_000, 3650]);
});

it('keeps limits within what statements can express', () => {
  expect(withValue('1e300')).toMatchObject({ defaultLimit: 2 ** 53 - 2, loginAttempts: 2 ** 53 - 2 });
});
