import { Errors } from 'typebox/schema';
import type { Running } from '../support/running.ts';
import { Inlined } from './inlined.ts';
// biome-ignore lint/correctness/useImportExtensions: the program is JavaScript, its types stand beside it
import type { Response, Step } from './replay.mjs';

const ADMIN_TOKEN = 'conformance-admin-token';

type Json = Readonly<Record<string, unknown>>;
type Responses = Readonly<Record<string, Json & { readonly content?: Readonly<Record<string, Json>> }>>;

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}

/** A document, prepared for looking up operations. */
class Description {
  readonly #document: Document;
  readonly #inlined: Inlined;
  readonly #paths: readonly (readonly [path: string, pattern: RegExp])[];

  constructor(text: string) {
    this.#document = JSON.parse(text) as Document;
    this.#inlined = new Inlined(this.#document);
    const named = (path: string): number => path.split('{').length;
    this.#paths = Object.keys(this.#document.paths)
      .sort((one, other) => named(one) - named(other))
      .map((path) => [path, patternOf(path)]);
  }

  /** What an answer contains that the document does not describe. */
  problemsOf(method: string, path: string, { status, type = '', body }: Response): string[] {
    const found = this.#paths.find(
      ([template, pattern]) => pattern.test(path) && method in (this.#document.paths[template] ?? {}),
    );
    if (!found) return status < 400 ? [`no operation ${method} ${path}`] : [];
    const [template] = found;
    const responses = this.#inlined.below(this.#document.paths[template]?.[method]?.responses ?? {});
    const answered = status >= 400 && !responses[status] ? 'default' : String(status);
    const at = `${method} ${template} ${answered}`;
    const response = responses[answered];
    if (!response) return [`${method} ${template} does not answer ${status} ${JSON.stringify(body)}`];
    const { content = {} } = response;
    if (Object.keys(content).length === 0)
      return body === undefined ? [] : [`${method} ${template} ${status} has a body`];
    if (!content[type]) return '*/*' in content ? [] : [`${method} ${template} ${status} is no ${type}`];
    return type === 'application/json' ? breaches(at, content[type].schema, body) : [];
  }
}

function breaches(at: string, schema: unknown, body: unknown): string[] {
  const [fits, errors] = Errors(schema as Json, body);
  return fits ? [] : errors.map(({ instancePath, message }) => `${at}: ${instancePath} ${message}: ${shown(body)}`);
}

const shown = (body: unknown): string => JSON.stringify(body).slice(0, 300);

const patterns = new Map<string, RegExp>();

/** Documents repeat the same paths. */
function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const pattern = compiled(path);
  patterns.set(path, pattern);
  return pattern;
}

function compiled(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Compares answers with the documents that an administrator gets. */
export class Descriptions {
  readonly #server: Running;
  #known: { readonly url: string; readonly tag: string; readonly description: Description } | undefined;

  constructor(server: Running) {
    this.#server = server;
  }

  /** What the answer to a step contains that the document does not describe. */
  async problemsOf(
    { request, as }: Step,
    response: Response,
    vars: Readonly<Record<string, string>>,
  ): Promise<string[]> {
    const url = request.path.replaceAll(/\{\{([^}]+)\}\}/g, (_, name) => vars[name] ?? '');
    const method = (request.method ?? 'GET').toLowerCase();
    const [path = ''] = url.split('?', 1);
    const [, project = ''] = path.split('/');
    if (project !== vars.project || method === 'head' || method === 'options') return [];
    const description = await this.#describe(`/${project}/openapi.json?system=1`);
    const isPublicFlag = as !== undefined && JSON.stringify(response.body) === '{"public":true}';
    return isPublicFlag ? [] : (description?.problemsOf(method, path.slice(project.length + 1) || '/', response) ?? []);
  }

  async #describe(url: string): Promise<Description | undefined> {
    const known = this.#known?.url === url ? this.#known : undefined;
    const headers = {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(known && { 'if-none-match': known.tag }),
    };
    const { statusCode, body, headers: answered } = await this.#server.app.http.inject({ url, headers });
    if (statusCode === 304) return known?.description;
    if (statusCode !== 200) return undefined;
    const description = new Description(body);
    this.#known = { url, tag: String(answered.etag), description };
    return description;
  }
}
