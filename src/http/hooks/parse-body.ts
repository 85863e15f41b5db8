import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorName } from '../../errors/catalogue.ts';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { FORM_TYPE, JSON_TYPE } from '../body-kind.ts';
import { formBody } from '../form-body.ts';
import { jsonOf } from '../json-of.ts';
import { parseInParts } from '../json-parts.ts';
import { foreignOrigin } from '../same-origin.ts';
import { parseFields } from './multipart-fields.ts';
import type { LargeBody } from './receive-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a body could not be parsed. */
    bodyFault: ErrorName | null;
  }
}

/**
 * Parses JSON bodies of `application/json` and every `+json` type, and forms that do not come from pages of other
 * origins; other bodies count as absent. A body that is not JSON, or not a form, is error 13 only where a body is
 * needed, so the fault is stored until then. `publicUrl` is the server's URL, if it is configured. (Contract, R-30 to
 * R-33.)
 */
export function parseBodies(app: FastifyInstance, publicUrl: string | null): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyFault', null);
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (request.largeBody) largeJson(bytes, request, request.largeBody).then((body) => done(null, body), done);
    else done(null, shortJson(bytes, request));
  });
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (request.largeBody) releaseBuffer(request.largeBody.bytes);
    done(null, isFromElsewhere(request, publicUrl) ? undefined : form(bytes, request));
  });
  // The plug-in for uploads has the content type, and leaves the body to the routes.
  app.addHook('preValidation', async (request) => {
    const { multipartBytes: bytes } = request;
    if (bytes && bytes.length > 0 && !isFromElsewhere(request, publicUrl)) await parseFields(request, bytes);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    request.bodyFault ??= 'contentTypeUnread';
    payload.resume();
    payload.on('end', () => done(null, undefined));
    payload.on('error', () => done(null, undefined));
  });
}

/** Whether a form comes from a page of another origin. Any page can make a browser send a form without permission. */
function isFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const hosts = publicUrl ? [request.host, new URL(publicUrl).host] : [request.host];
  return foreignOrigin(request, hosts) !== null;
}

function shortJson(bytes: Buffer, request: FastifyRequest): unknown {
  try {
    return jsonOf(bytes);
  } catch (error) {
    return withoutJson(error, bytes, request);
  }
}

/** Parses a body that was measured as it arrived. `copy` is the framework's copy of it. */
async function largeJson(copy: Buffer, request: FastifyRequest, { bytes, cuts }: LargeBody): Promise<unknown> {
  releaseBuffer(bytes);
  try {
    const body = await parseInParts(copy, cuts);
    // What the route does with the body takes long, too.
    await yieldToEventLoop();
    return body;
  } catch (error) {
    return withoutJson(error, copy, request);
  } finally {
    releaseBuffer(copy);
  }
}

/** Records that a body is not JSON, or not UTF-8. Throws every other error. */
function withoutJson(error: unknown, bytes: Buffer, request: FastifyRequest): undefined {
  const isText = isUtf8(bytes);
  if (isText && !(error instanceof SyntaxError)) throw error;
  if (bytes.length > 0) request.bodyFault = isText ? 'malformedJson' : 'bodyNotUtf8';
}

const [PLUS, SPACE] = [0x2b, 0x20];

/** Replaces each `+` of a form by a space, in place. Replacing them in a long string would take seconds. */
function withSpaces(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE;
  return bytes;
}

/**
 * Some programs send JSON with the content type of a form. It is recognised because no field would have such a name.
 */
function form(bytes: Buffer, request: FastifyRequest): unknown {
  const text = withSpaces(bytes).toString();
  if (text.startsWith('{') || text.startsWith('[')) request.bodyFault = 'contentTypeUnread';
  else if (!isUtf8(bytes)) request.bodyFault = 'bodyNotUtf8';
  else return formBody(text);
  return undefined;
}
