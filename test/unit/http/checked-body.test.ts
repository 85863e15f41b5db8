import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/errors/api-error.ts';
import { checkBody } from '../../../src/http/checked-body.ts';
import { email, optional, optionalText, text } from '../../../src/wire/members.ts';
import type { CheckedBody } from '../../../src/wire/wire.ts';

const BODY: CheckedBody = {
  check: 'shape',
  failing: { hasher: 'unknownHasher' },
  shape: (t) =>
    t.Object({
      email: email('An address')(t),
      name: text('A name')(t),
      note: optionalText('A note')(t),
      hasher: t.Optional(t.Union([t.Literal('core'), t.Literal('md5'), t.Null()])),
      tags: t.Optional(t.Array(t.String())),
      many: optional(t, t.Integer({ minimum: 0 })),
      done: t.Optional(t.Boolean()),
    }),
};

const FITS = { email: 'erin@example.com', name: 'Erin' };

/** The code and message of a body's refusal; null if the body is valid. */
async function refusal(sent: Readonly<Record<string, unknown>>, body = BODY): Promise<[number | null, string] | null> {
  try {
    await checkBody(body, sent);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.code, error.message];
  }
}

describe('a body of fixed shape', () => {
  it.each([
    FITS,
    { ...FITS, note: null, hasher: null, many: '', unknown: { deep: [1] } },
    { ...FITS, note: '', hasher: 'md5', tags: [], many: 3, done: false },
    { ...FITS, email: 'zoë@exämple.com' },
  ])('%j fits', async (sent) => {
    expect(await refusal(sent)).toBeNull();
  });

  it.each([
    [{}, 'email: This value should not be blank. name: This value should not be blank.'],
    [{ ...FITS, name: '' }, 'name: This value should not be blank.'],
    [{ ...FITS, name: null }, 'name: This value should not be blank.'],
    [{ ...FITS, name: 5 }, 'name: This value should be of type string.'],
    [{ ...FITS, email: 'erin' }, 'email: This value is not a valid email address.'],
    [{ ...FITS, note: ['x'] }, 'note: This value should be of type string.'],
    [{ ...FITS, hasher: 5 }, 'hasher: This value should be of type string.'],
    [{ ...FITS, tags: 'x' }, 'tags: This value should be of type array.'],
    [{ ...FITS, tags: [5] }, 'tags: This value is not valid.'],
    [{ ...FITS, many: -1 }, 'many: This value is not valid.'],
    [{ ...FITS, done: 'yes' }, 'done: This value should be of type bool.'],
  ])('%j is refused, and every member that breaks it is named', async (sent, message) => {
    expect(await refusal(sent)).toEqual([4, message]);
  });

  it('has the error of its route or of its member, if there is one', async () => {
    expect((await refusal({}, { ...BODY, fails: 'loginValidation' }))?.[0]).toBe(114);
    expect(await refusal({ ...FITS, hasher: 'rot13' })).toEqual([1000, 'Unknown hasher: rot13']);
  });

  it('has the members that were sent, and none of its prototype', async () => {
    const disguised = JSON.parse('{"__proto__":{"email":"erin@example.com","name":"Erin"}}');
    expect((await refusal(disguised))?.[0]).toBe(4);
    expect(await refusal({ ...FITS, constructor: 1, toString: 1 })).toBeNull();
  });

  it('is not repeated in the refusal', async () => {
    const long = 'secret'.repeat(100_000);
    const [, message = ''] = (await refusal({ email: long, name: [long], [long]: long, tags: [[long]] })) ?? [];
    expect(message).not.toContain('secret');
    expect(message.length).toBeLessThan(300);
  });
});
