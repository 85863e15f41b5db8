import { brokenRule } from '../errors/violations.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';

/** Characters that are decoded at a time. Decoding a long text at once would block the event loop, and double its memory. */
const SLICE = 64 * 1024;
const MAX_PADDING = 2;

/**
 * Decodes base64 in parts. White space may occur anywhere, and up to two padding characters at the end. Error 4 at the
 * part that is no base64: at once if it is the first one, before anything is stored.
 */
export async function decodeBase64(text: string): Promise<AsyncIterable<Buffer>> {
  const parts = partsOf(text);
  const first = await parts.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* parts;
  })();
}

async function* partsOf(text: string): AsyncGenerator<Buffer> {
  let rest = '';
  let padding = 0;
  for (let start = 0; start < text.length; start += SLICE) {
    const characters = text.slice(start, start + SLICE).replaceAll(/\s+/g, '');
    const data = characters.split('=', 1)[0] ?? '';
    padding = paddingAfter(padding, data, characters.slice(data.length));
    const whole = (rest.length + data.length) & ~3;
    rest += data;
    if (whole > 0) yield Buffer.from(rest.slice(0, whole), 'base64');
    else await yieldToEventLoop();
    rest = rest.slice(whole);
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

/** The number of padding characters so far, after which nothing else may follow. */
function paddingAfter(before: number, data: string, end: string): number {
  const padding = before + end.length;
  const isValid = /^[A-Za-z0-9+/]*$/.test(data) && /^=*$/.test(end) && (before === 0 || data === '');
  if (!isValid || padding > MAX_PADDING) throw brokenRule('data', 'This value is not valid base64.');
  return padding;
}
