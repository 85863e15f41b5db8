import { OctavoError } from '@octavo/client';
import { expect, it } from 'vitest';
import { makeOnce } from '../src/api/once.ts';

/** Sends bodies, which get these answers in turn, and returns the keys they were sent with. */
async function keysOf(bodies: readonly unknown[], answers: readonly (OctavoError | null)[]): Promise<string[]> {
  const once = makeOnce();
  const keys: string[] = [];
  for (const [at, body] of bodies.entries())
    await once(body, async (headers) => {
      keys.push(headers['Idempotency-Key']);
      const failure = answers[at];
      if (failure) throw failure;
    }).catch(() => undefined);
  return keys;
}

const LOST = new OctavoError(0, []);
const REFUSED = new OctavoError(422, []);

it('keeps its key while the same is sent and no answer arrives', async () => {
  const [one, two, three] = await keysOf([{ a: 1 }, { a: 1 }, { a: 1 }], [LOST, null, null]);
  expect(two).toBe(one);
  expect(three).not.toBe(one);
});

it('takes a new key for something else, and after a refusal', async () => {
  expect(new Set(await keysOf([{ a: 1 }, { a: 2 }], [LOST, null])).size).toBe(2);
  expect(new Set(await keysOf([{ a: 1 }, { a: 1 }], [REFUSED, null])).size).toBe(2);
});
