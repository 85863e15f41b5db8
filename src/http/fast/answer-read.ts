import { mayStream } from '../../services/items/stream.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { cacheAnswer, currentAnswer, inFlight, tagOf } from '../cached-answers.ts';
import { encoded } from '../encoded.ts';
import { envelope } from '../envelope.ts';
import { withNotes } from '../notes.ts';
import type { Answer } from '../route.ts';
import { answerKeys, answerList } from '../routes/show-read.ts';
import type { Shown } from './direct-answer.ts';
import type { KnownRequest } from './known-request.ts';

/**
 * The answer to a read, cached or not; null if it is too long to be sent in one go. Throws the errors of the routes.
 */
export function answerRead(read: KnownRequest): Awaitable<Shown | null> {
  return andThen(currentAnswer(read), (cached) => cached ?? inFlight(read, () => answerAnew(read)));
}

function answerAnew(read: KnownRequest): Awaitable<Shown | null> {
  if (read.path.key === undefined && mayStream({ store: read.project }, read.query())) return null;
  return andThen(handled(read), (given) => shownOf(read, withNotes(given, read.notes)));
}

function shownOf(read: KnownRequest, answer: Answer): Awaitable<Shown | null> {
  if (answer.kind !== 'data') {
    read.client.long.add(read.parsed);
    return null;
  }
  return andThen(encoded(envelope(answer, read.caller.kind === 'public')), (body) => {
    const shown = { body, tag: answer.version ?? tagOf(body) };
    return cacheAnswer(read, shown) ?? shown;
  });
}

function handled(read: KnownRequest): Awaitable<Answer> {
  const { collection, key } = read.path;
  return key === undefined ? answerList(read, collection) : answerKeys(read, collection, [key]);
}
