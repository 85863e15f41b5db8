import { rightsOf, userIdOf } from '../permissions/caller.ts';
import { versionOfText } from '../persistence/read/version.ts';
import type { Recording } from '../persistence/recording.ts';
import type { CachedAnswer } from '../projects/answer-cache.ts';
import type { Body, TaggedAnswer } from '../projects/tagged-answer.ts';
import { type Awaitable, ending } from '../shared/awaitable.ts';
import type { Exchange } from './exchange.ts';
import { isRead } from './is-read.ts';
import type { ReadRequest } from './read-request.ts';
import type { Route } from './route.ts';

/** Requests with longer addresses are not cached. */
const MAX_LENGTH = 4_000;

/** The body and the entity tag of an answer. */
interface Shown {
  readonly body: Body;
  /** Without quotes; null if there is none. */
  readonly tag: string | null;
}

/** The cached answer to the same request, if it is current; otherwise begins to record a new one. */
export function cachedAnswer(exchange: Exchange, { cached }: Route): Awaitable<TaggedAnswer | undefined> {
  const { request, entered, identity } = exchange;
  if (identity.preview) return undefined;
  if (!cached || !entered || entered.extensions || !isRead(request.method)) return undefined;
  if (identity.rejected !== null || identity.pending !== null || request.url.length > MAX_LENGTH) return undefined;
  return currentAnswer(exchange);
}

/**
 * The current answer to a read, from the cache or from an identical read in flight. If there is none, begins to record
 * the read, whose answer must then be made by {@link inFlight}.
 */
export function currentAnswer(read: Recorded): Awaitable<TaggedAnswer | undefined> {
  const { answers } = read.project;
  if (answers.isOff) return undefined;
  const key = keyOf(read);
  const earlier = answers.flights.get(key);
  return earlier ? earlier.done().then(() => keptOrNext(read, key)) : keptAnswer(read, key);
}

/**
 * The answer to a read that has waited for an earlier one: the cached answer, or that of the next flight. That one
 * began later than this read, so its answer counts whatever was written meanwhile.
 */
function keptOrNext(read: Recorded, key: string): Awaitable<TaggedAnswer | undefined> {
  const next = read.project.answers.flights.get(key);
  return next ? next.done().then((answer) => answer ?? keptAnswer(read, key)) : keptAnswer(read, key);
}

function keptAnswer(read: Recorded, key: string): CachedAnswer | undefined {
  const { answers } = read.project;
  const known = answers.get(key);
  if (known) known.use(performance.now());
  else read.recording = answers.record(key);
  return known;
}

/** Answers a read. If it is recorded, identical reads wait until its answer has been cached, or it has failed. */
export function inFlight<T>(read: ReadRequest, answer: () => Awaitable<T>): Awaitable<T> {
  return read.recording ? ending(answer, () => abortFlight(read)) : answer();
}

/** Lets identical reads no longer wait for one whose answer cannot be shared. */
export function abortFlight(read: ReadRequest): void {
  if (read.recording) read.project.answers.flights.abort(keyOf(read), read.recording);
}

/** A read that may be recorded. */
type Recorded = Omit<ReadRequest, 'recording'> & { recording: Recording | null };

/** Shares a recorded answer with those who wait for it, and keeps it if it does not depend on the time. */
export function cacheAnswer(read: ReadRequest, { body, tag }: Shown): CachedAnswer | undefined {
  const { recording } = read;
  if (!recording || tag === null || recording.isRandom) return undefined;
  const { answers } = read.project;
  const key = keyOf(read);
  const answer = { body, tag };
  answers.flights.land(key, recording, answer);
  return dependsOnTime(read, recording) ? undefined : answers.set(key, recording, answer);
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
