import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorName } from '../../errors/catalogue.ts';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import { FORM_TYPE, JSON_TYPE } from '../body-kind.ts';
import { formBody } from '../form-body.ts';
import { jsonOf, withoutMark } from '../json-of.ts';
import { foreignOrigin } from '../same-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a body could not be parsed. */
    bodyFault: ErrorName | null;
  }
}

/**
 * Reads JSON bodies of `application/json` and every `+json` type, and forms that are not sent from pages of others;
 * other bodies count as absent. A body that is no JSON is error 13 only where a body is needed: until then, what is
 * wrong with it is remembered. `publicUrl` is where the server is reached, if that is known. (Contract, R-30 to R-33.)
 */
export function parseBodies(app: FastifyInstance, publicUrl: string | null): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyFault', null);
  const read = (type: RegExp, bodyOf: (text: string, request: FastifyRequest) => unknown): void => {
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, text, done) => {
      if (request.largeBody) releaseBuffer(request.largeBody);
      try {
        done(null, bodyOf(text.toString(), request));
      } catch (error) {
        done(error as Error, undefined);
      }
    });
  };
  read(JSON_TYPE, parse);
  read(FORM_TYPE, (text, request) => (isFromElsewhere(request, publicUrl) ? undefined : form(text, request)));
  app.addContentTypeParser('*', (request, payload, done) => {
    request.bodyFault = 'contentTypeUnread';
    payload.resume();
    payload.on('end', () => done(null, undefined));
    payload.on('error', () => done(null, undefined));
  });
}

/** Any page can make a browser send a form without permission. */
function isFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const hosts = publicUrl ? [request.host, new URL(publicUrl).host] : [request.host];
  return foreignOrigin(request, hosts) !== null;
}

function parse(text: string, request: FastifyRequest): unknown {
  try {
    // Large bodies were measured as they arrived.
    return request.largeBody ? JSON.parse(withoutMark(text)) : jsonOf(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    request.bodyFault = text === '' ? null : 'malformedJson';
    return undefined;
  }
}

/** Some programs send JSON with the content type of a form: no field has such a name. */
function form(text: string, request: FastifyRequest): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return formBody(text);
  request.bodyFault = 'contentTypeUnread';
  return undefined;
}
