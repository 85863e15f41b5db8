import { Readable } from 'node:stream';
import type { Answer } from './route.ts';

type Streamed = Extract<Answer, { kind: 'stream' }>;

/**
 * The body of a list that is sent as it is read: byte by byte what the envelope would be. It is ready when its first
 * items are, so that what fails before is an error like any other.
 */
export async function streamedBody(answer: Streamed, isPublic: boolean): Promise<Readable> {
  const chunks = answer.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  const body = Readable.from(parts(answer, isPublic, first, chunks), { objectMode: false, highWaterMark: 1 });
  return body.once('close', () => void chunks.return?.());
}

async function* parts(
  { meta, messages }: Streamed,
  isPublic: boolean,
  first: IteratorResult<readonly unknown[]>,
  chunks: AsyncIterator<readonly unknown[]>,
): AsyncGenerator<string> {
  const last = { ...(messages?.length && { messages }), ...(isPublic && { public: true }) };
  const ending = JSON.stringify(last).slice(1);
  yield `{${meta === undefined ? '' : `"meta":${JSON.stringify(meta)},`}"data":[`;
  let separator = '';
  for (let next = first; !next.done; next = await chunks.next()) {
    if (next.value.length === 0) continue;
    yield separator + JSON.stringify(next.value).slice(1, -1);
    separator = ',';
  }
  yield `]${ending === '}' ? '' : ','}${ending}`;
}
