import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiError } from '../../errors/api-error.ts';
import { type Caller, isAdmin } from '../../permissions/caller.ts';
import { type Client, type Context, PLAIN_WRITE } from '../../persistence/context.ts';
import type { PageUrl } from '../../persistence/read/meta.ts';
import { withinCap } from '../../persistence/read/paging.ts';
import type { Recording } from '../../persistence/recording.ts';
import type { Project } from '../../projects/project.ts';
import type { Body } from '../../projects/tagged-answer.ts';
import type { Query } from '../../query/ast.ts';
import { textOf } from '../../query/parse/parameters.ts';
import { identifyAgain } from '../../services/auth/identify.ts';
import { clientAddress } from '../../shared/loopback.ts';
import { isRead } from '../is-read.ts';
import type { ParsedQuery } from '../parsed-query.ts';
import type { ReadRequest } from '../read-request.ts';
import { RequestedPage } from '../requested-page.ts';
import type { ItemsPath } from './items-path.ts';
import type { KnownClient } from './known-client.ts';

/** A request for items by a known client. */
export class KnownRequest implements ReadRequest {
  readonly project: Project;
  readonly client: KnownClient;
  readonly path: ItemsPath;
  readonly parsed: ParsedQuery;
  readonly url: string;
  readonly notes = new Set<string>();
  readonly hints = new Set<string>();
  recording: Recording | null = null;
  readonly #headers: IncomingHttpHeaders;
  readonly #isRead: boolean;

  constructor(
    of: Pick<KnownRequest, 'project' | 'client' | 'path' | 'parsed'>,
    { url = '', headers, method = '' }: IncomingMessage,
  ) {
    this.project = of.project;
    this.client = of.client;
    this.path = of.path;
    this.parsed = of.parsed;
    this.url = url;
    this.#headers = headers;
    this.#isRead = isRead(method);
  }

  get caller(): Caller {
    return this.client.identity.caller;
  }

  get baseUrl(): string {
    return this.client.baseUrl;
  }

  /** The likely size of the answer, in bytes. */
  get usualBytes(): number {
    return this.path.key === undefined ? (this.client.bytes.get(this.parsed) ?? 0) : 0;
  }

  /** Records the size of the answer for later requests with the same query. */
  note(body: Body | null): void {
    if (this.path.key === undefined && body !== null) this.client.bytes.set(this.parsed, body.length);
  }

  parameter(name: string): string | undefined {
    return textOf(this.parsed.parameters[name]);
  }

  query(): Query {
    return withinCap(this.project.catalog.settings, this.parsed.query);
  }

  context(): Context {
    const { project, caller, notes, recording } = this;
    return {
      store: project,
      caller,
      client: this.#origin(),
      now: new Date(),
      write: PLAIN_WRITE,
      notes,
      ...(isAdmin(caller) && { hints: this.hints }),
      ...(recording && { recording }),
      ...(!this.#isRead && { presentCaller: () => this.#presentCaller() }),
    };
  }

  async #presentCaller(): Promise<Caller> {
    const { project, caller } = this;
    const { token, identity } = this.client;
    if (token === null || caller.kind === 'public') return caller;
    await project.refresh();
    const present = await identifyAgain(project, identity, token, new Date());
    if (present.caller.kind === 'public') throw new ApiError('notAuthenticated');
    return present.caller;
  }

  pageUrl(): PageUrl {
    return new RequestedPage(this);
  }

  #origin(): Client {
    const { ip, baseUrl, linkUrl } = this.client;
    return { ip: clientAddress(ip), userAgent: this.#headers['user-agent'] ?? '', baseUrl, linkUrl };
  }
}
