import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors/api-error.ts';
import { messageOf } from '../shared/message-of.ts';
import { ReportLimiter } from '../shared/report-limiter.ts';
import { within } from '../shared/within.ts';

/** How often something may happen: `points` times in `seconds`, from the first time on. */
interface Bound {
  readonly points: number;
  readonly seconds: number;
}

interface LimiterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** The remaining points of a key. */
export interface Left {
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

/** How long Redis may take to connect or to answer. */
const REDIS_MS = 1_000;
/** How often it is reported that Redis cannot be used. */
const REPORT_MS = 60_000;

/**
 * The rate limiters of a server. They count in memory, or in Redis so that several servers share the counts; while
 * Redis cannot be used, each server counts by itself.
 */
export class Throttles {
  readonly #url: string | null;
  readonly #onFailure: (reason: string) => void;
  readonly #throttles = new Map<string, Throttle>();
  #redis: Promise<Redis> | undefined;
  readonly #reports = new ReportLimiter(REPORT_MS);

  /** Tells `onFailure` why Redis cannot be used, at most once a minute. */
  constructor(redisUrl: string | null, onFailure: (reason: string) => void = () => {}) {
    this.#url = redisUrl;
    this.#onFailure = onFailure;
  }

  /** The rate limiter of a name and limit. */
  of(name: string, { points, seconds }: Bound): Throttle {
    const keyPrefix = `octavo:${name}:${points}:${seconds}`;
    const throttle = this.#throttles.get(keyPrefix) ?? this.#throttleOf({ keyPrefix, points, duration: seconds });
    this.#throttles.set(keyPrefix, throttle);
    return throttle;
  }

  /** Disconnects from Redis. */
  async close(): Promise<void> {
    const redis = await this.#redis;
    redis?.disconnect();
  }

  #throttleOf(options: LimiterOptions): Throttle {
    const own = counting(new RateLimiterMemory(options), options);
    return this.#url === null ? own : this.#shared(own, this.#url, options);
  }

  /**
   * Counts in Redis, and in `own` what Redis does not count. `admit` asks both, because a Redis that can be read but
   * not written (a replica, or one whose disk or memory is full) would admit everybody.
   */
  #shared(own: Throttle, url: string, options: LimiterOptions): Throttle {
    let connected: Promise<Throttle> | undefined;
    const inRedis = async (): Promise<Throttle> => {
      this.#redis ??= connect(url, (error) => this.#report(error));
      connected ??= this.#redis.then((storeClient) =>
        counting(new RateLimiterRedis({ ...options, storeClient }), options),
      );
      return connected;
    };
    const unlessBroken = <T>(work: Promise<T>, otherwise: () => Promise<T>): Promise<T> =>
      work.catch((error) => {
        if (error instanceof ApiError) throw error;
        this.#report(error);
        return otherwise();
      });
    return {
      admit: async (key) => {
        await own.admit(key);
        await unlessBroken((await inRedis()).admit(key), async () => {});
      },
      take: async (key) => unlessBroken((await inRedis()).take(key), () => own.take(key)),
      forget: async (key) => {
        await own.forget(key);
        await unlessBroken((await inRedis()).forget(key), async () => {});
      },
    };
  }

  /** Reports the message alone: a failed command holds its arguments, such as the password. */
  #report(error: unknown): void {
    if (!this.#reports.isDue()) return;
    this.#onFailure(messageOf(error instanceof AggregateError ? error.errors[0] : error));
  }
}

/**
 * Commands fail at once while Redis cannot be used, and a connection that stays silent is replaced. A Redis that still
 * loads its data is waited for in the background.
 */
async function connect(url: string, onError: (error: Error) => void): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: REDIS_MS,
    socketTimeout: REDIS_MS,
  });
  redis.on('error', onError);
  await within(
    REDIS_MS,
    redis.connect().catch(() => {}),
  );
  return redis;
}

function counting(limiter: RateLimiterMemory | RateLimiterRedis, { points, duration }: LimiterOptions): Throttle {
  // In memory it is measured by the clock, which may have been set back.
  const wait = ({ msBeforeNext }: RateLimiterRes): number => Math.min(msBeforeNext, duration * 1000);
  return {
    admit: async (key) => {
      const used = await limiter.get(key);
      if (used && used.consumedPoints >= points) throw refusal(wait(used));
    },
    take: async (key) => {
      try {
        const left = await limiter.consume(key);
        return { points: left.remainingPoints, ms: wait(left) };
      } catch (rejected) {
        throw rejected instanceof RateLimiterRes ? refusal(wait(rejected)) : rejected;
      }
    },
    forget: async (key) => {
      await limiter.delete(key);
    },
  };
}

const refusal = (ms: number): ApiError =>
  new ApiError('tooManyRequests', { seconds: Math.max(1, Math.ceil(ms / 1000)) });
