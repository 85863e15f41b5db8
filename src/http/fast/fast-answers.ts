import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { CachedAnswer } from '../../projects/answer-cache.ts';
import type { ProjectRegistry } from '../../projects/registry.ts';
import { Lru } from '../../shared/lru.ts';
import type { Admission } from '../admission/admission.ts';
import { type DirectParts, type Logged, sendDirectly } from './direct-answer.ts';
import { callerOf, clientKey, isKnown, type KnownClient } from './known-client.ts';

const CAPACITY = 4_000;

/** An answered request, with what must still be true for the same answer to be right. */
interface Repeatable {
  readonly client: KnownClient;
  /** Held by the cache of its project as long as it is current. */
  readonly answer: WeakRef<CachedAnswer>;
  readonly logged: Logged;
}

/** The current answer to a request. */
interface Found {
  readonly client: KnownClient;
  readonly answer: CachedAnswer;
  readonly logged: Logged;
}

/** The dependencies of {@link FastAnswers}. */
interface Parts extends DirectParts {
  readonly registry: ProjectRegistry;
  readonly admission: Admission;
  readonly trustedProxies: readonly string[];
}

/**
 * Answers repeated requests before the framework sees them, and without a query: a request of the same bytes has the
 * same answer as long as project, caller and cached answer are the same. They need no slot, but are scheduled like
 * others. Anything unusual takes the ordinary path.
 */
export class FastAnswers {
  readonly #parts: Parts;
  readonly #isBehindProxy: boolean;
  readonly #known = new Lru<string, Repeatable>(CAPACITY);

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#isBehindProxy = parts.trustedProxies.length > 0;
  }

  /** Installs this in front of the framework's handler. */
  intercept(server: Server): void {
    const [ordinary] = server.listeners('request') as ((request: IncomingMessage, answer: ServerResponse) => void)[];
    if (!ordinary) return;
    server.removeListener('request', ordinary);
    server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
      this.#answer(request, answer, () => ordinary.call(server, request, answer));
    });
  }

  /** Stores a request that was answered with a cached answer. */
  add(request: IncomingMessage, client: KnownClient, answer: CachedAnswer, logged: Logged): void {
    const key = this.#keyOf(request);
    if (key !== null) this.#known.set(key, { client, answer: new WeakRef(answer), logged });
  }

  #answer(request: IncomingMessage, response: ServerResponse, ordinary: () => void): void {
    const start = performance.now();
    const found = this.#find(request);
    if (!found) {
      ordinary();
      return;
    }
    const { client, logged, answer } = found;
    // It was current when the request arrived, so it may be sent even if the request has to wait.
    const { body, tag } = answer;
    answer.use(start);
    const send = (): void => {
      if (request.socket.destroyed) return;
      sendDirectly(this.#parts, { client, logged, shown: { body, tag }, start, stage: 'cache' }, [request, response]);
    };
    this.#parts.admission.pass(request, { caller: callerOf(client), start: send, refuse: ordinary });
  }

  #find(request: IncomingMessage): Found | null {
    // Avoids computing the key on servers without a cache.
    if (this.#known.isEmpty || request.method !== 'GET' || this.#parts.closing.aborted) return null;
    const key = this.#keyOf(request);
    const known = key === null ? undefined : this.#known.get(key);
    if (!known || key === null) return null;
    const { client, logged } = known;
    const answer = this.#currentOf(known);
    if (answer) return { client, logged, answer };
    this.#known.delete(key);
    return null;
  }

  #currentOf({ answer, client }: Repeatable): CachedAnswer | undefined {
    const found = answer.deref();
    const project = client.project.deref();
    if (!found?.isCurrent || !project || !this.#parts.registry.isCurrent(project)) return undefined;
    return isKnown(project, client) ? found : undefined;
  }

  #keyOf(request: IncomingMessage): string | null {
    const client = clientKey(request, this.#isBehindProxy);
    return client === null ? null : `${request.url}\n${client}`;
  }
}
