import { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import type { Content, Delivery } from '../storage/content.ts';
import type { ByteRange } from '../storage/storage.ts';
import { headerType, treatmentOf } from './active-content.ts';
import { parseRange } from './byte-range.ts';
import { isUnchanged, mayResume, type Validators } from './conditions.ts';
import { contentDisposition } from './content-disposition.ts';
import { failure } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import type { Answer } from './route.ts';

/** The content security policy of files that could be pages: no scripts, no loading, no origin. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** How often a file is opened while others keep replacing it. */
const TRIES = 5;

type Sent = Extract<Answer, { kind: 'file' }>;

/** The status and body of a reply whose headers are already set. */
export interface FileBody {
  readonly status: number;
  /** Undefined if the client has the file already: a 304 has no length and no type of its own. */
  readonly body: Readable | Buffer | string | undefined;
}

/**
 * Sets the headers of a file, and returns what to send: the complete file, a range, or nothing if the client has it
 * already. A file that is renamed or replaced before it is opened is looked up again, so that headers and bytes belong
 * together. Error 203 if its bytes are missing. (Contract, F-123 and F-124.)
 */
export async function prepareFile(exchange: Exchange, { delivery, again, download }: Sent): Promise<FileBody> {
  let prepared = await prepare(exchange, delivery, download);
  for (let tries = 1; !prepared && tries < TRIES; tries++) prepared = await prepare(exchange, await again(), download);
  if (!prepared) throw new ApiError('itemNotFound');
  return prepared;
}

/** Null if the bytes are no longer those of the delivery. */
async function prepare({ request, reply }: Exchange, delivery: Delivery, download: boolean): Promise<FileBody | null> {
  const { content, caching } = delivery;
  const validators: Validators = { etag: `"${content.tag}"`, modified: content.modified };
  reply
    .header('ETag', validators.etag)
    .header('Last-Modified', content.modified.toUTCString())
    .header('Cache-Control', caching)
    .header('Accept-Ranges', 'bytes');
  if (isUnchanged(request.headers, validators)) return { status: 304, body: undefined };
  // Ranges apply to GET only. (RFC 9110, section 14.2.)
  const isHead = request.method === 'HEAD';
  const mayRange = !isHead && mayResume(request.headers, validators);
  const range = mayRange ? parseRange(request.headers.range, content.size) : null;
  if (range === 'unsatisfiable') return outside(reply, content);
  const body = isHead ? Readable.from([]) : await content.open(range ?? undefined);
  if (body === null) return null;
  describe(reply, delivery, download);
  return { status: measure(reply, content, range), body };
}

type Reply = Exchange['reply'];

function describe(reply: Reply, { type, name }: Delivery, download: boolean): void {
  const sent = headerType(type);
  const treatment = treatmentOf(sent.split(';', 1)[0] ?? '', name);
  reply.type(sent).header('Content-Disposition', contentDisposition(name, download || treatment === 'saved'));
  if (treatment !== 'shown') reply.header('Content-Security-Policy', SANDBOX);
}

function measure(reply: Reply, { size }: Content, range: ByteRange | null): number {
  if (!range) {
    reply.header('Content-Length', size);
    return 200;
  }
  reply
    .header('Content-Length', range.end - range.start + 1)
    .header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return 206;
}

function outside(reply: Reply, { size }: Content): FileBody {
  const error = new ApiError('rangeNotSatisfiable', { size });
  reply.type('application/json; charset=utf-8').header('Content-Range', `bytes */${size}`);
  return { status: error.status, body: failure(error) };
}
