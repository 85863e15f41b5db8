import type { ApiModel } from './model.ts';
import type { Templates } from './routes/templates.ts';
import type { Reader } from './routes/usable.ts';

/** What a document is made of. */
export interface Described {
  readonly title: string;
  readonly version: string;
  /** The address below which the paths are. */
  readonly url: string;
  /** The name of the cookie of sessions; null for a server. */
  readonly cookie: string | null;
  readonly templates: Templates;
  readonly model: ApiModel;
  readonly reader: Reader;
  /** Whether all routes are shown, and not only those that applications need. */
  readonly system: boolean;
}
