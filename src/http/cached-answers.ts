import { rightsOf, userIdOf } from '../permissions/caller.ts';
import { versionOfText } from '../persistence/read/version.ts';
import type { Recording } from '../persistence/recording.ts';
import type { Body, CachedAnswer } from '../projects/answer-cache.ts';
import { type Awaitable, andThen } from '../shared/awaitable.ts';
import type { Exchange } from './exchange.ts';
import { isRead } from './is-read.ts';
import type { ReadRequest } from './read-request.ts';
import type { Route } from './route.ts';

/** Requests with longer addresses are not cached. */
const LONGEST = 4_000;

/** The body and the entity tag of an answer. */
interface Shown {
  readonly body: Body;
  /** Without quotes; null if there is none. */
  readonly tag: string | null;
}

/** The cached answer to the same request, if it is current; otherwise begins to record a new one. */
export function cachedAnswer(exchange: Exchange, { cached }: Route): Awaitable<CachedAnswer | undefined> {
  const { request, entered, identity } = exchange;
  if (identity.preview) return undefined;
  if (!cached || !entered || entered.extensions || !isRead(request.method)) return undefined;
  if (identity.rejected !== null || identity.pending !== null || request.url.length > LONGEST) return undefined;
  return currentAnswer(exchange);
}

/**
 * The current cached answer to a read, once an identical read that began before it has been answered. If there is none,
 * begins to record the read.
 */
export function currentAnswer(read: Recorded): Awaitable<CachedAnswer | undefined> {
  const { answers } = read.project;
  if (answers.isOff) return undefined;
  const key = keyOf(read);
  return andThen(answers.flight(key), () => {
    const known = answers.get(key);
    if (known) known.use(performance.now());
    else read.recording = answers.record();
    return known;
  });
}

/** Answers a recorded read in a single flight: identical reads wait until it is done, and use its answer if it is cached. */
export function inFlight<T>(read: ReadRequest, answer: () => Awaitable<T>): Awaitable<T> {
  const answered = answer();
  if (read.recording && answered instanceof Promise) read.project.answers.fly(keyOf(read), answered);
  return answered;
}

/** A read that may be recorded. */
type Recorded = Omit<ReadRequest, 'recording'> & { recording: Recording | null };

/** Keeps an answer if it was recorded and does not depend on the time. */
export function cacheAnswer(read: ReadRequest, { body, tag }: Shown): CachedAnswer | undefined {
  const { recording } = read;
  if (!recording || tag === null || dependsOnTime(read, recording)) return undefined;
  return read.project.answers.set(keyOf(read), recording, { body, tag });
}

/** The tag of a body without a version of its own. */
export function tagOf(body: Body): string {
  return versionOfText(body);
}

/** Everything that an answer depends on besides the state of the project. Links begin with the server's URL. */
function keyOf({ caller, baseUrl, url }: ReadRequest): string {
  return `${caller.kind}|${userIdOf(caller)}|${rightsOf(caller)}|${baseUrl}|${url}`;
}

/** `now` as a value stands for the current time, in a request as in a rule of the caller's role. */
function dependsOnTime(read: ReadRequest, { catalog }: Recording): boolean {
  return catalog.policy(read.caller).timed || read.query().values.some((value) => /now/i.test(value));
}
