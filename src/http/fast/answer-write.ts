import { createItems, updateItems } from '../../services/items/write.ts';
import { encoded } from '../encoded.ts';
import { envelope } from '../envelope.ts';
import { withNotes } from '../notes.ts';
import { showWritten } from '../routes/show-read.ts';
import type { Shown } from './direct-answer.ts';
import type { KnownRequest } from './known-request.ts';

/**
 * Creates or changes one item, and answers with it as far as the caller may read it. Throws the errors of the routes.
 */
export async function answerWrite(request: KnownRequest, sent: Record<string, unknown>): Promise<Shown> {
  const { path, notes, caller } = request;
  const [context, query] = [request.context(), request.query()];
  const written = await (path.key === undefined
    ? createItems(context, path.collection, sent, query)
    : updateItems(context, path.collection, [path.key], sent, query));
  const answer = withNotes(showWritten(written), notes);
  if (answer.kind !== 'data') return { body: null, tag: null };
  return { body: await encoded(envelope(answer, caller.kind === 'public')), tag: answer.version ?? null };
}
