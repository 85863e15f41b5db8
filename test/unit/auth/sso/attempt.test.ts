import { describe, expect, it } from 'vitest';
import { ATTEMPT_SECONDS, openAttempt, sealAttempt } from '../../../../src/auth/sso/attempt.ts';

describe('an attempt to sign in', () => {
  const issuer = { secret: 'secret', public: 'key', project: 'one' };
  const attempt = { provider: 'acme', mode: 'jwt', target: '/', state: 's', nonce: 'n', verifier: 'v' } as const;
  const now = new Date('2026-01-01T00:00:00Z');

  it('can be read by its project, for ten minutes', async () => {
    const text = await sealAttempt(issuer, attempt, now);
    const later = new Date(now.getTime() + ATTEMPT_SECONDS * 1000 - 1000);
    expect(await openAttempt(issuer, text, later)).toMatchObject(attempt);
    expect(await openAttempt(issuer, text, new Date(later.getTime() + 1000))).toBeNull();
    expect(await openAttempt({ ...issuer, secret: 'another' }, text, now)).toBeNull();
    expect(await openAttempt({ ...issuer, project: 'two' }, text, now)).toBeNull();
    expect(await openAttempt(issuer, altered(text), now)).toBeNull();
    expect(await openAttempt(issuer, '', now)).toBeNull();
  });
});

/** The text with another character in its authentication tag; the last one also has bits that decoding ignores. */
function altered(text: string): string {
  const at = text.length - 2;
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}
