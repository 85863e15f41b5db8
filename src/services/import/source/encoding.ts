import { isUtf8 } from 'node:buffer';
import type { Spool } from '../../../storage/spool.ts';
import type { Encoding, TablePlace } from './row.ts';
import { unreadable } from './unreadable.ts';

const MARKS: readonly (readonly [Encoding, string])[] = [
  ['utf-8', 'efbbbf'],
  ['utf-16le', 'fffe'],
  ['utf-16be', 'feff'],
];
/** The share of characters in Western texts whose high byte is zero in UTF-16. */
const MANY = 0.3;

/**
 * Guesses the encoding of a text: by its byte order mark or its zero bytes; otherwise UTF-8 if all of it is valid, or
 * else Windows-1252.
 */
export async function guessEncoding(spool: Spool, head: Buffer): Promise<Encoding> {
  const marked = MARKS.find(([, mark]) => head.toString('hex', 0, mark.length / 2) === mark);
  if (marked) return marked[0];
  return wideEncoding(head) ?? ((await isAllUtf8(spool)) ? 'utf-8' : 'windows-1252');
}

function wideEncoding(head: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2));
  if (odd > MANY && odd > even) return 'utf-16le';
  return even > MANY ? 'utf-16be' : undefined;
}

async function isAllUtf8(spool: Spool): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of spool.chunks()) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return rest.length === 0;
}

/** The length of bytes without an incomplete character at their end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < lengthOf(byte) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

/**
 * The text of a file in chunks, without its byte order mark. If `from` is a position in a UTF-8 file, the heading comes
 * first, then the text from there. Error 4 for bytes that are invalid in the encoding.
 */
export async function* textOf(
  spool: Spool,
  encoding: Encoding,
  read: (bytes: number) => void,
  from?: TablePlace,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of from ? chunksFrom(spool, from) : spool.chunks()) {
    read(chunk.length);
    yield decoded(() => decoder.decode(chunk, { stream: true }), encoding);
  }
  yield decoded(() => decoder.decode(), encoding);
}

async function* chunksFrom(spool: Spool, { head, next }: TablePlace): AsyncGenerator<Buffer> {
  const mark = await markBytes(spool);
  yield* spool.chunks(0, mark + head);
  yield* spool.chunks(mark + next);
}

async function markBytes(spool: Spool): Promise<number> {
  for await (const chunk of spool.chunks(0, 3)) return chunk.toString('hex') === 'efbbbf' ? 3 : 0;
  return 0;
}

function decoded(decode: () => string, encoding: Encoding): string {
  try {
    return decode();
  } catch {
    throw unreadable('csv', `its bytes are not ${encoding.toUpperCase()}: name its encoding`);
  }
}
