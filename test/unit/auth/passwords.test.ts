import bcrypt from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../src/auth/hashers.ts';
import { hashPassword, isTooLong, verifyPassword } from '../../../src/auth/passwords.ts';
import { ApiError } from '../../../src/errors/api-error.ts';

describe('a password', () => {
  it('is stored as $2y$, like in Directus 8', async () => {
    const hash = await hashPassword('p', 'Erin-Secret-1');
    expect(hash).toMatch(/^\$2y\$10\$[./A-Za-z0-9]{53}$/);
    expect([
      await verifyPassword('p', 'Erin-Secret-1', hash),
      await verifyPassword('p', 'Erin-Secret-2', hash),
    ]).toEqual([true, false]);
  });

  it.each(['2a', '2b', '2y'] as const)('is verified with a hash of the form $%s$', async (version) => {
    const hash = await bcrypt.hash('käse 🧀', { cost: 4, version });
    expect([await verifyPassword('p', 'käse 🧀', hash), await verifyPassword('p', 'kase 🧀', hash)]).toEqual([
      true,
      false,
    ]);
  });

  it("that is longer than bcrypt's limit is detected, and still verified with an old hash", async () => {
    expect([isTooLong('x'.repeat(72)), isTooLong('x'.repeat(73)), isTooLong('ä'.repeat(37))]).toEqual([
      false,
      true,
      true,
    ]);
    const hash = await bcrypt.hash('x'.repeat(100), { cost: 4, version: '2y' });
    expect(await verifyPassword('p', 'x'.repeat(100), hash)).toBe(true);
  });

  it.each([
    null,
    '',
    'plain',
    '$2y$10$short',
    'x'.repeat(60),
    '$2y$99$abcdefghijklmnopqrstuuJ0cZq1nG8mO7yqvT0kH3l8Wk5s9bX2i',
    '$2y$31$abcdefghijklmnopqrstuuJ0cZq1nG8mO7yqvT0kH3l8Wk5s9bX2i',
    `$2y$04$${'.'.repeat(53)}`,
  ])('never is that of %s', async (hash) => {
    expect(await verifyPassword('p', '', hash)).toBe(false);
  });

  it('is refused if too many are waiting, and the others are checked', async () => {
    const hash = await bcrypt.hash('x', { cost: 4, version: '2y' });
    const results = await Promise.allSettled(Array.from({ length: 500 }, () => verifyPassword('p', 'x', hash)));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((result) => result.status === 'rejected' && result.reason instanceof ApiError)).toBe(true);
    expect(results.filter((result) => result.status === 'fulfilled' && !result.value)).toEqual([]);
    expect(await verifyPassword('p', 'x', hash)).toBe(true);
  });

  it('of one project does not wait for all those of another', async () => {
    const hash = await bcrypt.hash('x', { cost: 4, version: '2y' });
    let left = 80;
    const others = Array.from({ length: left }, () => hashPassword('busy', 'x', 8).finally(() => left--));
    expect(await verifyPassword('p', 'x', hash)).toBe(true);
    expect(left).toBeGreaterThan(40);
    await Promise.allSettled(others);
  });

  it('is checked while many values of the same project are hashed', async () => {
    const hash = await bcrypt.hash('x', { cost: 4, version: '2y' });
    const values = Promise.allSettled(Array.from({ length: 500 }, () => hashText('p', 'x', 'core', 4)));
    expect(await verifyPassword('p', 'x', hash)).toBe(true);
    await values;
  });
});
