import type { Exchange } from './exchange.ts';
import { exposeHeader } from './expose-header.ts';

const NAME = 'Octavo-Schema-Change';

/** Names the entries that the request has made in the journal in a header, since clients compare bodies. (Contract, S-180.) */
export function nameSchemaChanges({ entries, reply }: Exchange): void {
  if (entries.length === 0) return;
  reply.header(NAME, entries.join(','));
  exposeHeader(reply, NAME);
}
