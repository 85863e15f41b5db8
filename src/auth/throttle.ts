import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors/api-error.ts';

/** How often something may happen: `points` times in `seconds`, from the first time on. */
interface Bound {
  readonly points: number;
  readonly seconds: number;
}

/** The remaining points of a key. */
interface Left {
  readonly points: number;
  /** The milliseconds until all points are restored. */
  readonly ms: number;
}

/** Rate limiter with a counter per key. */
export interface Throttle {
  /** Refuses a key without remaining points; consumes none. Error 7. */
  admit(key: string): Promise<void>;
  /** Consumes a point of a key; refuses if there is none left. Error 7. */
  take(key: string): Promise<Left>;
  /** Restores all points of a key. */
  forget(key: string): Promise<void>;
}

type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * The rate limiters of a server. They count in memory, or in Redis so that several servers share the counts; while
 * Redis is unreachable, each server counts by itself.
 */
export class Throttles {
  readonly #url: string | null;
  readonly #onError: (error: Error) => void;
  readonly #limiters = new Map<string, Promise<Limiter>>();
  #redis: Promise<Redis> | undefined;

  constructor(redisUrl: string | null, onError: (error: Error) => void = () => {}) {
    this.#url = redisUrl;
    this.#onError = onError;
  }

  /** The rate limiter of a name and limit. */
  of(name: string, { points, seconds }: Bound): Throttle {
    const id = `octavo:${name}:${points}:${seconds}`;
    const limiter = (): Promise<Limiter> => {
      const limiter = this.#limiters.get(id) ?? this.#limiterOf(id, points, seconds);
      this.#limiters.set(id, limiter);
      return limiter;
    };
    return {
      admit: async (key) => {
        const used = await (await limiter()).get(key);
        if (used && used.consumedPoints >= points) throw refusal(used);
      },
      take: async (key) => take(await limiter(), key),
      forget: async (key) => {
        await (await limiter()).delete(key);
      },
    };
  }

  /** Disconnects from Redis. */
  async close(): Promise<void> {
    const redis = await this.#redis;
    redis?.disconnect();
  }

  async #limiterOf(keyPrefix: string, points: number, duration: number): Promise<Limiter> {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration });
    if (this.#url === null) return memory;
    this.#redis ??= connect(this.#url, this.#onError);
    return new RateLimiterRedis({
      storeClient: await this.#redis,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: memory,
    });
  }
}

/** Commands fail at once while Redis is unreachable, so nobody waits for it. */
async function connect(url: string, onError: (error: Error) => void): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', onError);
  await redis.connect().catch(() => {});
  return redis;
}

async function take(limiter: Limiter, key: string): Promise<Left> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { points: remainingPoints, ms: msBeforeNext };
  } catch (rejected) {
    throw rejected instanceof RateLimiterRes ? refusal(rejected) : rejected;
  }
}

const refusal = ({ msBeforeNext }: RateLimiterRes): ApiError =>
  new ApiError('tooManyRequests', { seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
