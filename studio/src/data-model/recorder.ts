import { clientOf } from '../api/info.ts';
import { sendWithView } from '../api/view.ts';
import { entriesIn, type Recorder } from './journal.ts';

/** Records the journal entries of the requests of one change. */
export function recorderOf(key: string): Recorder {
  const entries: number[] = [];
  const send = sendWithView(key);
  const client = clientOf(key, async (input, init) => {
    const answer = await send(input, init);
    entries.unshift(...entriesIn(answer.headers));
    return answer;
  });
  return { client, entries };
}
