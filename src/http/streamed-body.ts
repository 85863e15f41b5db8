import { Readable } from 'node:stream';
import { JsonText } from '../shared/json-text.ts';
import type { Answer } from './route.ts';

type Streamed = Extract<Answer, { kind: 'stream' }>;

/** The body of a streamed list, byte for byte the same as the envelope of a complete list. */
export function streamedBody(answer: Streamed, isPublic: boolean): Promise<Readable> {
  return readableText(answer.chunks, (chunks) => parts(answer, isPublic, chunks));
}

/**
 * A stream of text, made from chunks. It resolves with the first chunk, so that earlier errors are ordinary errors. If
 * the client disconnects, the source is closed.
 */
export async function readableText<T>(
  source: AsyncIterable<T>,
  write: (chunks: AsyncIterable<T>) => AsyncIterable<string>,
): Promise<Readable> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const body = Readable.from(write(beginningWith(first, chunks)), { objectMode: false, highWaterMark: 1 });
  return body.once('close', () => void chunks.return?.());
}

async function* beginningWith<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}

async function* parts(
  { meta, messages }: Streamed,
  isPublic: boolean,
  chunks: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  const last = { ...(messages?.length && { messages }), ...(isPublic && { public: true }) };
  const ending = JSON.stringify(last).slice(1);
  yield `{${meta === undefined ? '' : `"meta":${JSON.stringify(meta)},`}"data":[`;
  let separator = '';
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    yield separator + textOf(chunk);
    separator = ',';
  }
  yield `]${ending === '}' ? '' : ','}${ending}`;
}

/** The items of a chunk as JSON, with commas between them. */
function textOf(chunk: readonly unknown[]): string {
  if (chunk[0] instanceof JsonText) return (chunk as readonly JsonText[]).map(({ text }) => text).join(',');
  return JSON.stringify(chunk).slice(1, -1);
}
