import type { IncomingMessage, ServerResponse } from 'node:http';
import { CachedAnswer } from '../../projects/answer-cache.ts';
import type { ProjectRegistry } from '../../projects/registry.ts';
import { type Awaitable, andThen, recovering } from '../../shared/awaitable.ts';
import { Lru } from '../../shared/lru.ts';
import { areUsual } from '../parameters.ts';
import { ParsedQuery } from '../parsed-query.ts';
import { pathOf, queryStringOf } from '../request-url.ts';
import { answerRead } from './answer-read.ts';
import { type DirectParts, type Shown, sendDirectly } from './direct-answer.ts';
import type { FastAnswers } from './fast-answers.ts';
import { clientKey, isKnown, type KnownClient } from './known-client.ts';
import { KnownRead } from './known-read.ts';
import { type ReadPath, readPath } from './read-path.ts';

const CAPACITY = 4_000;

/** What the server provides. */
interface Parts extends DirectParts {
  readonly registry: ProjectRegistry;
  readonly trustedProxies: readonly string[];
  readonly answers: FastAnswers;
  /** Once it aborts, requests take the ordinary path, which ends connections. */
  readonly closing: AbortSignal;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Why the read of a known client has failed. */
    failedRead?: { readonly error: unknown };
  }
}

/** A request, its response, and when it began. */
type Arrived = readonly [request: IncomingMessage, response: ServerResponse, start: number];

/**
 * Answers reads of items by clients that have read the same collection before, without the framework: who they are,
 * what they may do and the headers of their answers are known. Whatever is unusual takes the ordinary path, and every
 * failure ends there.
 */
export class FastReads {
  readonly #parts: Parts;
  readonly #isBehindProxy: boolean;
  /** By what they read. */
  readonly #clients = new Lru<string, KnownClient>(CAPACITY);

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#isBehindProxy = parts.trustedProxies.length > 0;
  }

  /** Remembers the client of a read of items that was answered. */
  add(request: IncomingMessage, path: ReadPath, client: KnownClient): void {
    const key = this.#keyOf(path, request);
    if (key !== null) this.#clients.set(key, client);
  }

  /** Answers a request that has its place, or lets `ordinary` answer it. */
  answer(request: IncomingMessage, response: ServerResponse, ordinary: () => void): void {
    const start = performance.now();
    const mayBeKnown = request.method === 'GET' && !request.isRefused && !this.#parts.closing.aborted;
    const read = mayBeKnown ? this.#find(request) : null;
    if (read) this.#hold(read, [request, response, start], ordinary);
    else ordinary();
  }

  #find(request: IncomingMessage): KnownRead | null {
    const { url = '' } = request;
    const path = readPath(pathOf(url));
    const key = path && this.#keyOf(path, request);
    const client = key === null ? undefined : this.#clients.get(key);
    const project = client?.project.deref();
    if (!client || !project || !path || !this.#parts.registry.isCurrent(project)) return null;
    const parsed = ParsedQuery.of(queryStringOf(url));
    const isUsual = !client.long.has(parsed) && areUsual(parsed.parameters);
    return isUsual ? new KnownRead({ project, client, path, parsed }, request) : null;
  }

  #keyOf({ list, key }: ReadPath, request: IncomingMessage): string | null {
    const client = clientKey(request, this.#isBehindProxy);
    return client === null ? null : `${list}${key === undefined ? '' : '/'}\n${client}`;
  }

  /** The project stays open, and the place is taken, until the read has ended. */
  #hold(read: KnownRead, arrived: Arrived, ordinary: () => void): void {
    const [{ place }] = arrived;
    const release = read.project.hold();
    place?.begin();
    const answer = (shown: Shown | null): void => {
      try {
        if (shown) this.#send(read, shown, arrived);
        else ordinary();
      } finally {
        place?.end();
        release();
      }
    };
    const found = this.#found(read, arrived);
    if (found instanceof Promise) void found.then(answer);
    else answer(found);
  }

  /** The ordinary path says how a read has failed. The next requests take it at once. */
  #found(read: KnownRead, arrived: Arrived): Awaitable<Shown | null> {
    return recovering(
      () => this.#shownOf(read),
      (error) => {
        arrived[0].failedRead = { error };
        this.#forget(read, arrived);
        return null;
      },
    );
  }

  /** Null if the ordinary path has to answer. */
  #shownOf(read: KnownRead): Awaitable<Shown | null> {
    const { project, client } = read;
    return andThen(project.refresh(), () => {
      const isSame = project.catalog === client.catalog.deref() && isKnown(project, client);
      return isSame ? answerRead(read) : null;
    });
  }

  #send(read: KnownRead, shown: Shown, [request, response, start]: Arrived): void {
    const { client, hints } = read;
    const logged = { path: pathOf(read.url), query: read.parsed.logged };
    sendDirectly(this.#parts, { client, logged, shown, start, stage: 'work', hints }, [request, response]);
    if (shown instanceof CachedAnswer) this.#parts.answers.add(request, client, shown, logged);
  }

  #forget({ path }: KnownRead, [request]: Arrived): void {
    const key = this.#keyOf(path, request);
    if (key !== null) this.#clients.delete(key);
  }
}
