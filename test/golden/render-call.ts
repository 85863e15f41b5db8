import type { FastifyReply, FastifyRequest } from 'fastify';
import { isListed } from '../../src/auth/ip-list.ts';
import { stepOf } from '../../src/auth/one-time-password.ts';
import { isStaticToken } from '../../src/auth/static-token.ts';
import { looksLikeJwt } from '../../src/auth/tokens.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { readOptions } from '../../src/config/options.ts';
import { corsOf, type ProjectConfig } from '../../src/config/project-config.ts';
import { isProjectKey } from '../../src/config/project-files.ts';
import { rateLimitsOf } from '../../src/config/rate-limits.ts';
import { configWarnings } from '../../src/config/warnings.ts';
import { headerType, treatmentOf } from '../../src/http/active-content.ts';
import { AllowedMethods } from '../../src/http/allowed-methods.ts';
import { parseRange } from '../../src/http/byte-range.ts';
import { isUnchanged, mayResume } from '../../src/http/conditions.ts';
import { contentDisposition } from '../../src/http/content-disposition.ts';
import { seenStates, tagAnswer } from '../../src/http/entity-tags.ts';
import { csv } from '../../src/http/export/csv.ts';
import { type ExportFormat, exportNamed } from '../../src/http/export/format.ts';
import { json } from '../../src/http/export/json.ts';
import { xml } from '../../src/http/export/xml.ts';
import { formBody } from '../../src/http/form-body.ts';
import { allowOrigin, answerPreflight } from '../../src/http/hooks/cors.ts';
import { JsonLimits } from '../../src/http/json-limits.ts';
import { foreignOrigin } from '../../src/http/same-origin.ts';
import { isScimPath, wantsStandard } from '../../src/http/scim-exchange.ts';
import { bearer, cookieOf } from '../../src/http/token.ts';
import { escapeHtml, fillPlaceholders } from '../../src/mail/placeholders.ts';
import { toText } from '../../src/mail/to-text.ts';
import { isPublicAddress } from '../../src/net/addresses.ts';
import type { Item } from '../../src/query/shape/decoder.ts';
import { withoutEntities } from '../../src/shared/entities.ts';
import { httpUrl } from '../../src/shared/http-url.ts';
import { endingOf, endingOfType, typeOfName } from '../../src/shared/media-types.ts';
import { appearance, confusable } from '../../src/shared/plain-name.ts';
import { sanitized, splitName } from '../../src/storage/disk-name.ts';
import { baseName, titleOf } from '../../src/storage/file-names.ts';
import { generatedOf, isObjectName } from '../../src/storage/names.ts';
import { elements, textOfElement } from '../../src/storage/s3-xml.ts';
import { outcome, shortened, writtenOut } from './outcome.ts';

type Headers = Readonly<Record<string, string>>;

const FILE = { etag: '"v1"', modified: new Date('2026-01-31T12:00:00.500Z') };
const SECRET = 'x'.repeat(32);

const request = (headers: Headers, method = 'GET') => ({ method, headers }) as unknown as FastifyRequest;

const project = (sections: Readonly<Record<string, unknown>>): ProjectConfig => ({
  project: 'shop',
  private: false,
  database: { type: 'sqlite', name: 'shop' },
  auth: { secret: SECRET, public: 'p' },
  sections,
});

/** The headers that something sets in the answer to a request. */
function headersOf(
  asked: FastifyRequest,
  run: (request: FastifyRequest, reply: FastifyReply) => unknown,
): Record<string, unknown> {
  const set: Record<string, unknown> = {};
  const reply = {
    request: asked,
    getHeader: (name: string) => set[name],
    header(name: string, value: unknown) {
      set[name] = value;
      return reply;
    },
    code(status: number) {
      set.status = status;
      return reply;
    },
    send: () => reply,
  };
  run(asked, reply as unknown as FastifyReply);
  return set;
}

function exported(format: ExportFormat, fields: readonly string[], items: readonly Item[]): string {
  const list = { name: 'a<b', fields };
  const lines = items.map((item, index) => [format.item(item, list, index)].flatMap((text) => [...text]).join(''));
  return [format.begin(list), ...lines, format.end()].join('');
}

function limited(text: string): string {
  new JsonLimits().add(Buffer.from(text));
  return 'taken';
}

/** The options that differ from their defaults. */
function options(flags: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = {}): unknown {
  const [given, usual] = [readOptions(flags, environment), readOptions({}, {})];
  const names = Object.keys(given) as (keyof typeof given)[];
  const changed = names.filter((name) => JSON.stringify(given[name]) !== JSON.stringify(usual[name]));
  return Object.fromEntries(changed.map((name) => [name, given[name]]));
}

function methodsOf(path: string): readonly string[] {
  const allowed = new AllowedMethods();
  for (const method of ['GET', 'HEAD', 'PATCH']) allowed.add(method, '/:project/items/:collection');
  allowed.add('POST', '/:project/items/:collection');
  allowed.add('POST', '/:project/items/special');
  allowed.add('DELETE', '/server/ping');
  return allowed.of(path);
}

/** The functions that golden tables show. */
const CALLS = {
  ...{ isListed, isStaticToken, looksLikeJwt, isProjectKey, parseRange, contentDisposition, seenStates },
  ...{ exportNamed, formBody, isScimPath, wantsStandard, escapeHtml, toText, isPublicAddress, withoutEntities },
  ...{ endingOf, endingOfType, typeOfName, appearance, confusable, sanitized, splitName, baseName, titleOf },
  ...{ generatedOf, isObjectName, textOfElement, limited, options, methodsOf },
  elements: (xml: string, name: string) => [...elements(xml, name)],
  sentAs: (type: string, name?: string) => {
    const sent = headerType(type);
    return `${sent}, ${treatmentOf(sent.split(';', 1)[0] ?? '', name)}`;
  },
  stepOf: (secret: string, password: string, at: string) => stepOf(secret, password, new Date(at)),
  isUnchanged: (headers: Headers) => isUnchanged(headers, FILE),
  mayResume: (headers: Headers) => mayResume(headers, FILE),
  tagAnswer: (headers: Headers, method?: string) => {
    let known = false;
    const set = headersOf(request(headers, method), (asked, reply) => {
      known = tagAnswer(asked, reply, 'v1');
    });
    return [known, set];
  },
  csv: (fields: string[], ...items: Item[]) => exported(csv, fields, items),
  xml: (fields: string[], ...items: Item[]) => exported(xml, fields, items),
  json: (fields: string[], ...items: Item[]) => exported(json, fields, items),
  allowOrigin: (headers: Headers, cors?: unknown) =>
    headersOf(request(headers), (asked, reply) => allowOrigin(asked, reply, corsOf(project({ cors })))),
  answerPreflight: (headers: Headers, cors?: unknown) =>
    headersOf(request(headers), (asked, reply) => answerPreflight(asked, reply, corsOf(project({ cors })))),
  foreignOrigin: (headers: Headers, hosts: string[], listed?: string[]) =>
    foreignOrigin(request(headers), hosts, listed),
  bearer: (authorization?: string) => bearer(request(authorization === undefined ? {} : { authorization })),
  cookieOf: (cookie: string, name: string) => cookieOf(request({ cookie }), name),
  rateLimits: (section: unknown) => {
    const usual = rateLimitsOf({ sections: {} });
    const entries = Object.entries(rateLimitsOf({ sections: { rate_limit: section } }));
    const before = new Map<string, unknown>(Object.entries(usual));
    return Object.fromEntries(
      entries.filter(([name, limit]) => JSON.stringify(limit) !== JSON.stringify(before.get(name))),
    );
  },
  configWarnings: (sections: Readonly<Record<string, unknown>>, auth: object = {}) =>
    configWarnings({ ...project(sections), auth: { secret: SECRET, public: 'p', ...auth } }),
  fillPlaceholders: (text: string, data: Readonly<Record<string, unknown>>) => fillPlaceholders(text, data, escapeHtml),
  httpUrl: (text: unknown) => httpUrl(text)?.href ?? null,
};

/** The result of a function: `name arguments`, with the arguments as JSON without the outer brackets. */
export function renderCall(line: string): string {
  const [, name = '', given = ''] = /^(\w+)(?: (.*))?$/.exec(writtenOut(line)) ?? [];
  const call = CALLS[name as keyof typeof CALLS] as ((...given: unknown[]) => unknown) | undefined;
  if (!call) throw new Error(`"${name}" is no function of golden tables`);
  return outcome(() => shortened(shown(() => call(...(JSON.parse(`[${given}]`) as unknown[])))));
}

function shown(run: () => unknown): string {
  try {
    return String(JSON.stringify(run()));
  } catch (error) {
    if (error instanceof ConfigError) return `not started: ${error.message}`;
    throw error;
  }
}
