import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import { giveBack } from '../../shared/give-back.ts';
import { formBody } from '../form-body.ts';
import { foreignOrigin } from '../own-origin.ts';

const MAX_DEPTH = 100;

/**
 * Reads JSON bodies of `application/json` and every `+json` type, and forms that are not sent from pages of others;
 * other bodies count as absent. A body that is no JSON is error 13 only where a body is needed. `publicUrl` is where the
 * server is reached, if that is known. (Facts of auth and users, section 5.5.)
 */
export function parseBodies(app: FastifyInstance, publicUrl: string | null): void {
  app.removeAllContentTypeParsers();
  const read = (type: RegExp, bodyOf: (text: string, request: FastifyRequest) => unknown): void => {
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, text, done) => {
      if (request.largeBody) giveBack(request.largeBody);
      try {
        done(null, bodyOf(String(text), request));
      } catch (error) {
        done(error instanceof ApiError ? error : null, undefined);
      }
    });
  };
  read(/^application\/([\w.-]+\+)?json\b/i, parse);
  read(/^application\/x-www-form-urlencoded\b/i, (text, request) =>
    isFromElsewhere(request, publicUrl) ? undefined : formBody(text),
  );
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, undefined));
    payload.on('error', () => done(null, undefined));
  });
}

/** Any page can have a browser send a form, and ask for no permission. */
function isFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const hosts = publicUrl ? [request.host, new URL(publicUrl).host] : [request.host];
  return foreignOrigin(request, hosts) !== null;
}

function parse(text: string): unknown {
  const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (text.length > MAX_DEPTH && isTooDeep(value)) throw new ApiError('invalidPayload');
  return value;
}

/** Looks level by level, so that no nesting can exhaust the stack. */
function isTooDeep(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((entry) => Object.values(entry).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
