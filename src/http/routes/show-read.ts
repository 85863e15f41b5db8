import type { ReadResult } from '../../services/items/read.ts';
import { type Answer, NOTHING } from '../route.ts';

/** Code of the warning that a relation could not be read. (Facts of items and queries, section 2.1.) */
const UNREADABLE_RELATION = 18;

/** What a read answers: data, metadata, and a warning for each relation that the caller may not read. */
export function showRead({ data, meta, denied }: ReadResult): Answer {
  const messages = denied.map(({ field, collection }) => ({
    type: 'warning',
    message: `Can't read \`${collection}\`: read access to \`${collection}\` collection denied`,
    code: UNREADABLE_RELATION,
    fields: [field],
  }));
  return { kind: 'data', data, ...(meta !== undefined && { meta }), messages };
}

/** What a write answers: the item as the caller sees it, or nothing. */
export function showWritten(result: ReadResult | null): Answer {
  return result ? showRead(result) : NOTHING;
}
