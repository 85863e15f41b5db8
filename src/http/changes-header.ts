import type { Exchange } from './exchange.ts';
import { exposeHeader } from './expose-header.ts';

const NAME = 'Octavo-Schema-Change';

/**
 * Lists the schema changes that the request has recorded in a header rather than the body, because clients compare
 * bodies. (Contract, S-180.)
 */
export function nameSchemaChanges({ entries, reply }: Exchange): void {
  if (entries.length === 0) return;
  reply.header(NAME, entries.join(','));
  exposeHeader(reply, NAME);
}
