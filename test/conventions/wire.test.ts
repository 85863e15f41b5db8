import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/errors/catalogue.ts';
import type { Route } from '../../src/http/route.ts';
import { commonParameters, parametersOf } from '../../src/wire/query.ts';
import { type Build, loadBuild, type Shape } from '../../src/wire/shape.ts';
import { ROOT } from '../support/built.ts';

/** Stands in for all dependencies of a table of routes. */
const anything: unknown = new Proxy(() => anything, { get: () => anything, apply: () => anything });

/** The routes of every table of `src/http/routes`, each with a name for messages. */
async function allRoutes(): Promise<(readonly [name: string, route: Route])[]> {
  const folder = join(ROOT, 'src/http/routes');
  const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
  const tables = modules.flatMap((module) => Object.entries(module).filter(([name]) => /Routes$/.test(name)));
  const routes = tables.flatMap(([, table]) => (typeof table === 'function' ? table(anything) : table) as Route[]);
  return routes.map((route) => [`${route.method} ${route.path}`, route] as const);
}

const routes = await allRoutes();
const partsOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)|(\*)/g)].map(([, name, rest]) => name ?? rest ?? '');

/** The bodies that handlers check themselves; their number should stay small. */
const HANDLED = [
  'POST /auth/password/reset',
  'POST /auth/sso/access_token',
  'POST /collections',
  'PATCH /collections/:collection',
  'POST /fields/:collection',
  'PATCH /fields/:collection',
  'PATCH /fields/:collection/:field',
  'POST /gql',
  'POST /jobs',
  'POST /jobs/preview',
  'POST /jobs/uploads',
  'POST /users/:id/keys',
  'PATCH /permissions/rules/:id',
  'POST /permissions/explain',
  'POST /permissions/rules',
  'PATCH /users/:id/keys/:key',
  'POST /server/operations',
  'POST /server/projects',
  'POST /server/survey',
  'POST /projects',
];

describe('every route', () => {
  let build: Build;

  beforeAll(async () => {
    build = await loadBuild();
  });

  it('has a summary on one line without a full stop', () => {
    expect(routes.length).toBeGreaterThan(150);
    const wrong = routes.filter(([, { wire }]) => !/^[A-Z][^\n]{5,90}[^.]$/.test(wire?.summary ?? ''));
    expect(wrong.map(([name]) => name)).toEqual([]);
    expect(routes.filter(([, { wire }]) => wire.tags.length === 0)).toEqual([]);
  });

  it.each(routes)('%s describes the parameters of its path, and no others', (_name, { path, wire }) => {
    expect(Object.keys(wire.path ?? {}).sort()).toEqual(partsOf(path).sort());
  });

  it('names errors of the catalogue, each once', () => {
    for (const [name, { wire }] of routes) {
      expect(
        wire.errors.filter((error) => !Object.hasOwn(catalogue, error)),
        name,
      ).toEqual([]);
      expect(new Set<string>(wire.errors).size, name).toBe(wire.errors.length);
    }
  });

  it('describes its own query parameters, and not the common ones', () => {
    for (const [name, { wire }] of routes) {
      const anyway = { ...commonParameters, ...parametersOf(wire.language) };
      expect(
        Object.keys(wire.query ?? {}).filter((own) => Object.hasOwn(anyway, own)),
        name,
      ).toEqual([]);
    }
  });

  it('has a body only if its method sends one, and says why a handler checks it', () => {
    const withBody = routes.filter(([, { wire }]) => wire.body !== undefined);
    expect(withBody.filter(([, { method, path }]) => /GET|DELETE/.test(method) && !path.startsWith('/custom'))).toEqual(
      [],
    );
    const handled = withBody.filter(([name, { wire }]) => wire.body?.check === 'handler' && !/scim|custom/.test(name));
    expect(handled.map(([name]) => name).sort()).toEqual([...HANDLED].sort());
  });

  it.each(routes)('%s has shapes that are schemas', (_name, { wire }) => {
    const { path = {}, query = {}, body, answers, failure } = wire;
    const answered = answers.map((answer) =>
      answer.kind === 'data' ? answer.data : 'shape' in answer && answer.shape,
    );
    const shapes = [...Object.values(path), ...Object.values(query), body?.shape, failure?.shape, ...answered];
    const schemas = shapes.filter((shape): shape is Shape => typeof shape === 'function').map((shape) => shape(build));
    for (const schema of schemas) expect(typeof JSON.parse(JSON.stringify(schema))).toBe('object');
    if (body?.check !== 'shape') return;
    const sent = body.shape(build);
    expect(Compile(sent as TSchema).IsAccelerated()).toBe(true);
    // The library mistakes inherited members for those of the body.
    expect(Object.keys(sent.properties).filter((member) => member in {})).toEqual([]);
  });
});
