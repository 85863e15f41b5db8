import { Readable } from 'node:stream';
import { joinedPieces } from '../shared/joined-pieces.ts';
import { itemPieces } from '../shared/json-pieces.ts';
import { JsonText } from '../shared/json-text.ts';
import { encodedParts, LONG } from './encoded.ts';
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
  const parts = encodedParts(write(beginningWith(first, chunks)));
  const body = Readable.from(parts, { objectMode: false, highWaterMark: 1 });
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
    yield* joinedPieces(piecesOf(separator, chunk), LONG);
    separator = ',';
  }
  yield `]${ending === '}' ? '' : ','}${ending}`;
}

/** The items of a chunk as JSON, with commas between them. */
function* piecesOf(separator: string, chunk: readonly unknown[]): Generator<string> {
  yield separator;
  if (chunk[0] instanceof JsonText) yield* textPieces(chunk as readonly JsonText[]);
  else yield* itemPieces(chunk);
}

function* textPieces(chunk: readonly JsonText[]): Generator<string> {
  for (const [at, { text }] of chunk.entries()) yield at === 0 ? text : `,${text}`;
}
