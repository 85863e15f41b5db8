import type { Caller } from '../permissions/caller.ts';
import type { Context } from '../persistence/context.ts';
import type { PageUrl } from '../persistence/read/meta.ts';
import type { Recording } from '../persistence/recording.ts';
import type { Project } from '../projects/project.ts';
import type { Query } from '../query/ast.ts';

/** What the handlers of reads may ask of a request: nothing that its answer could depend on unnoticed. */
export interface ReadRequest {
  readonly project: Project;
  readonly caller: Caller;
  /** The server's URL without trailing slash. */
  readonly baseUrl: string;
  /** The path and the query, as they were sent. */
  readonly url: string;
  /** Notes what the answer is made from; null unless it may be kept. */
  readonly recording: Recording | null;
  /** The text of a query parameter. */
  parameter(name: string): string | undefined;
  /** The parsed query of a list request. Errors 12, 214. */
  query(): Query;
  /** The context for use cases. */
  context(): Context;
  /** Where a list stands, for the links in its metadata. */
  pageUrl(): PageUrl;
}
