import type { Described } from '../../openapi/described.ts';
import type { Templates } from '../../openapi/routes/templates.ts';
import { inTurns } from '../../shared/in-turns.ts';
import { CONTRACT_VERSION } from '../../shared/version.ts';
import { loadBuild } from '../../wire/shape.ts';
import { tagOf } from '../cached-answers.ts';
import type { Document, Documents } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { refusePublic } from '../refuse-public.ts';
import type { Answer, Route } from '../route.ts';
import { sessionCookieName } from '../session-cookie.ts';
import { openapiWire } from '../wire/openapi.ts';

/** The dependencies of OpenAPI documents. */
interface OpenapiParts {
  readonly documents: Documents;
  readonly publicUrl: string | null;
  /** All routes of projects. */
  readonly routes: () => readonly Route[];
}

/** The project's API as the caller sees it, as an OpenAPI document. (Contract, V-80 to V-84.) */
export function openapiRoutes(parts: OpenapiParts): readonly Route[] {
  const templates = onceTemplates(parts.routes);
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      wire: openapiWire.project,
      handle: async (exchange) => {
        refusePublic(exchange);
        return shown(await documentFor(exchange, parts, templates));
      },
    },
  ];
}

async function documentFor(
  exchange: Exchange,
  { documents, publicUrl }: OpenapiParts,
  templates: () => Promise<Templates>,
): Promise<Document> {
  const { project, caller } = exchange;
  const { catalog } = project;
  const policy = catalog.policy(caller);
  const isPublic = caller.kind === 'public';
  const system = exchange.parameter('system') === '1';
  const { documentText } = await import('../../openapi/document.ts');
  const { apiModel } = await import('../../openapi/model.ts');
  const printed = await templates();
  const described = (): Described => ({
    title: catalog.settings.values.get('project_name') || project.project,
    version: CONTRACT_VERSION,
    url: `${publicUrl ?? ''}/${project.project}`,
    cookie: sessionCookieName(project.project),
    templates: printed,
    model: apiModel(catalog.schema, policy),
    reader: { isAdmin: policy.admin, isPublic },
    system,
  });
  return documents.of(catalog, JSON.stringify([policy.digest, isPublic, system]), () => documentText(described()));
}

/** The routes of the server itself, as an OpenAPI document. (Contract, V-85.) */
export function serverOpenapiRoutes(publicUrl: string | null, routes: () => readonly Route[]): readonly Route[] {
  const templates = onceTemplates(routes);
  return [
    {
      method: 'GET',
      path: '/server/openapi.json',
      wire: openapiWire.server,
      handle: async () => {
        const { documentText } = await import('../../openapi/document.ts');
        const described: Described = {
          title: 'Octavo',
          version: CONTRACT_VERSION,
          url: publicUrl ?? '/',
          cookie: null,
          templates: await templates(),
          model: new Map(),
          reader: { isAdmin: true, isPublic: true },
          system: true,
        };
        const text = [...documentText(described)].join('');
        return shown({ bytes: Buffer.from(text), version: tagOf(text) });
      },
    },
  ];
}

function onceTemplates(routes: () => readonly Route[]): () => Promise<Templates> {
  let known: Promise<Templates> | undefined;
  return () => {
    known ??= printTemplates(routes());
    return known;
  };
}

async function printTemplates(routes: readonly Route[]): Promise<Templates> {
  const { templatesOf } = await import('../../openapi/routes/templates.ts');
  return inTurns(templatesOf(await loadBuild(), routes));
}

function shown({ bytes, version }: Document): Answer {
  return { kind: 'text', text: bytes, type: 'application/json; charset=utf-8', version };
}
