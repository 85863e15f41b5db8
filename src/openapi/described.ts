import type { ApiModel } from './model.ts';
import type { Templates } from './routes/templates.ts';
import type { Reader } from './routes/usable.ts';

/** What a document describes, and for whom. */
export interface Described {
  readonly title: string;
  readonly version: string;
  /** The URL that paths are relative to. */
  readonly url: string;
  /** The name of the session cookie; null for a server. */
  readonly cookie: string | null;
  readonly templates: Templates;
  readonly model: ApiModel;
  readonly reader: Reader;
  /** Whether to show all routes, and not only those that applications need. */
  readonly system: boolean;
}
