import { describe, expect, it } from 'vitest';
import { type Throttle, Throttles } from '../../../../src/auth/throttle.ts';
import { rateLimitsOf } from '../../../../src/config/rate-limits.ts';
import { ApiError } from '../../../../src/errors/api-error.ts';
import type { Context } from '../../../../src/persistence/context.ts';
import { guessesOf } from '../../../../src/services/auth/guesses.ts';
import { deferred } from '../../../support/deferred.ts';

const CONTEXT = { store: { project: 'demo' }, client: { ip: '192.0.2.1' } } as unknown as Context;
const LIMITS = rateLimitsOf({ sections: {} });

/** Throttles that answer only when three of them have been asked. */
class Patient extends Throttles {
  readonly asked: string[] = [];
  readonly #admit: (asked: number) => void;
  #all = deferred();

  constructor(admit: (asked: number) => void) {
    super(null);
    this.#admit = admit;
  }

  override of(name: string): Throttle {
    return {
      admit: async () => {
        const asked = this.asked.push(name);
        const all = this.#all;
        if (asked % 3 === 0) {
          this.#all = deferred();
          all.resolve();
        }
        await all.promise;
        this.#admit(asked);
      },
      take: async () => ({ points: 1, ms: 0 }),
      forget: async () => {},
    };
  }
}

describe('guesses', () => {
  it('ask all limits at once, before and after an attempt', async () => {
    const throttles = new Patient(() => {});
    const attempt = guessesOf(throttles, LIMITS).attempt(CONTEXT, 'a@b.example', async () => 'right');
    expect(await attempt).toBe('right');
    expect(throttles.asked).toHaveLength(6);
  });

  it('are refused if any limit refuses', async () => {
    const throttles = new Patient((asked) => {
      if (asked === 2) throw new ApiError('tooManyRequests', { seconds: 1 });
    });
    const attempt = guessesOf(throttles, LIMITS).attempt(CONTEXT, 'a@b.example', async () => 'right');
    await expect(attempt).rejects.toMatchObject({ entry: 'tooManyRequests' });
  });
});
