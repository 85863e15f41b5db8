import type { Caller } from '../permissions/caller.ts';
import type { Context } from '../persistence/context.ts';
import type { PageUrl } from '../persistence/read/meta.ts';
import type { Recording } from '../persistence/recording.ts';
import type { Project } from '../projects/project.ts';
import type { Query } from '../query/ast.ts';

/** What the handlers of reads may use of a request: everything here is part of what a cached answer is compared by. */
export interface ReadRequest {
  readonly project: Project;
  readonly caller: Caller;
  /** The server's URL without trailing slash. */
  readonly baseUrl: string;
  /** The path and the query, as they were sent. */
  readonly url: string;
  /** Records what the answer is made from; null unless the answer may be cached. */
  readonly recording: Recording | null;
  /** The text of a query parameter. */
  parameter(name: string): string | undefined;
  /** The parsed query of a list request. Errors 12, 214. */
  query(): Query;
  /** The context for use cases. */
  context(): Context;
  /** The position of a list, for the links in its metadata. */
  pageUrl(): PageUrl;
}
