import type { IncomingMessage, ServerResponse } from 'node:http';
import { CachedAnswer } from '../../projects/answer-cache.ts';
import type { Project } from '../../projects/project.ts';
import type { ProjectRegistry } from '../../projects/registry.ts';
import { type Awaitable, andThen, recovering } from '../../shared/awaitable.ts';
import { Lru } from '../../shared/lru.ts';
import type { Admission } from '../admission/admission.ts';
import { ParsedQuery } from '../parsed-query.ts';
import { pathOf, queryStringOf } from '../request-url.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import { type DirectParts, type Shown, sendDirectly } from './direct-answer.ts';
import type { FastAnswers } from './fast-answers.ts';
import { itemsPath } from './items-path.ts';
import { callerOf, clientKey, isKnown, type KnownClient } from './known-client.ts';
import { KnownRequest } from './known-request.ts';
import { LongAnswers } from './long-answers.ts';
import { hasBody, isPlainWrite, objectIn, takeBody } from './plain-write.ts';

const CAPACITY = 4_000;

/** The dependencies of {@link FastRequests}. */
interface Parts extends DirectParts {
  readonly registry: ProjectRegistry;
  readonly admission: Admission;
  readonly trustedProxies: readonly string[];
  readonly answers: FastAnswers;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The error with which the fast path failed for this request. */
    failed?: { readonly error: unknown };
  }
}

/** A request, its response, and when it began. */
type Arrived = readonly [request: IncomingMessage, response: ServerResponse, start: number];

/** Finds the answer to a request; null if the ordinary path has to answer. */
type Answering = (known: KnownRequest) => Awaitable<Shown | null>;

/**
 * Answers requests for items without the framework, for clients that have made the same kind of request before: their
 * identity, their permissions and the headers of their answers are cached. Anything unusual takes the ordinary path,
 * which also handles every failure.
 */
export class FastRequests {
  readonly #parts: Parts;
  readonly #isBehindProxy: boolean;
  /** By method, list, client and, for writes, query. */
  readonly #clients = new Lru<string, KnownClient>(CAPACITY);
  readonly #longAnswers = new WeakMap<Project, LongAnswers>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#isBehindProxy = parts.trustedProxies.length > 0;
  }

  /** Stores the client of a request for items that was answered. */
  add(request: IncomingMessage, client: KnownClient): void {
    const key = this.#keyOf(request);
    if (key !== null) this.#clients.set(key, client);
  }

  /** Answers a request, or lets `ordinary` answer it. The request must have a slot, unless it may have a body. */
  answer(request: IncomingMessage, response: ServerResponse, ordinary: () => void): void {
    const arrived: Arrived = [request, response, performance.now()];
    const known = request.isRefused || this.#parts.closing.aborted ? null : this.#find(request);
    if (!known) ordinary();
    else if (request.method === 'GET') this.#read(known, arrived, ordinary);
    // A body that arrived together with the headers is available once the parser has seen all of it.
    else process.nextTick(() => this.#write(known, arrived, ordinary));
  }

  /** Long answers queue for memory. Anything that may have changed meanwhile is checked when the answer begins. */
  #read(known: KnownRequest, arrived: Arrived, ordinary: () => void): void {
    const { project, client } = known;
    this.#longAnswersOf(project).begin(callerOf(client), known.usualBytes, (ended) => {
      if (this.#parts.registry.isCurrent(project)) {
        this.#hold(known, answerRead, arrived, ordinary, ended);
        return;
      }
      ended();
      ordinary();
    });
  }

  #longAnswersOf(project: Project): LongAnswers {
    const known = this.#longAnswers.get(project);
    if (known) return known;
    const made = new LongAnswers();
    this.#longAnswers.set(project, made);
    return made;
  }

  /**
   * Does not wait for a body: only the ordinary path limits that time. Anything that may have changed is checked once
   * the request is admitted.
   */
  #write(known: KnownRequest, arrived: Arrived, ordinary: () => void): void {
    const [request, response] = arrived;
    const begin = (): void => {
      const isOpen = this.#parts.registry.isCurrent(known.project);
      const sent = isOpen ? objectIn(takeBody(request)) : null;
      if (sent) this.#hold(known, (write) => answerWrite(write, sent), arrived, ordinary);
      else ordinary();
    };
    const refused = (): void => {
      // The client has disconnected.
      if (request.socket.destroyed) return;
      request.isRefused = true;
      ordinary();
    };
    const admitted = hasBody(request) ? this.#parts.admission.admit(request, response) : null;
    if (admitted === null) ordinary();
    else if (admitted) void admitted.then(begin, refused);
    else begin();
  }

  #find(request: IncomingMessage): KnownRequest | null {
    if (request.method !== 'GET' && !isPlainWrite(request)) return null;
    const { url = '' } = request;
    const path = itemsPath(pathOf(url));
    const key = this.#keyOf(request, path);
    const client = key === null ? undefined : this.#clients.get(key);
    const project = client?.project.deref();
    if (!client || !project || !path || !this.#parts.registry.isCurrent(project)) return null;
    const parsed = ParsedQuery.of(queryStringOf(url));
    const isUsual = !client.long.has(parsed) && parsed.isUsual;
    return isUsual ? new KnownRequest({ project, client, path, parsed }, request) : null;
  }

  #keyOf(request: IncomingMessage, path = itemsPath(pathOf(request.url ?? ''))): string | null {
    const client = path && clientKey(request, this.#isBehindProxy);
    if (!path || client === null) return null;
    const { method, url = '' } = request;
    const kind = `${method} ${path.list}${path.key === undefined ? '' : '/'}`;
    // The query decides whether a written item gets an entity tag.
    return `${method === 'GET' ? kind : `${kind}?${queryStringOf(url)}`}\n${client}`;
  }

  /** Keeps the project open, and the slot taken, until the request has been answered. */
  #hold(
    known: KnownRequest,
    answering: Answering,
    arrived: Arrived,
    ordinary: () => void,
    ended: () => void = () => {},
  ): void {
    const [{ slot }] = arrived;
    const release = known.project.hold();
    slot?.begin();
    const answer = (shown: Shown | null): void => {
      try {
        if (shown) this.#send(known, shown, arrived);
        else ordinary();
      } finally {
        slot?.end();
        release();
        ended();
      }
    };
    const found = this.#found(known, answering, arrived);
    if (found instanceof Promise) void found.then(answer);
    else answer(found);
  }

  /** Leaves a failure to the ordinary path, and later requests of this kind, too. */
  #found(known: KnownRequest, answering: Answering, [request]: Arrived): Awaitable<Shown | null> {
    return recovering(
      () => this.#shownOf(known, answering),
      (error) => {
        request.failed = { error };
        this.#forget(request);
        return null;
      },
    );
  }

  #shownOf(known: KnownRequest, answering: Answering): Awaitable<Shown | null> {
    const { project, client } = known;
    return andThen(project.refresh(), () => {
      const isSame = project.catalog === client.catalog.deref() && isKnown(project, client);
      return isSame ? answering(known) : null;
    });
  }

  #send(known: KnownRequest, shown: Shown, [request, response, start]: Arrived): void {
    const { client, hints } = known;
    const logged = { path: pathOf(known.url), query: known.parsed.logged };
    known.note(shown.body);
    sendDirectly(this.#parts, { client, logged, shown, start, stage: 'work', hints }, [request, response]);
    if (shown instanceof CachedAnswer) this.#parts.answers.add(request, client, shown, logged);
  }

  #forget(request: IncomingMessage): void {
    const key = this.#keyOf(request);
    if (key !== null) this.#clients.delete(key);
  }
}
