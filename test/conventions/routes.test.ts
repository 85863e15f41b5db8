import { describe, expect, it } from 'vitest';
import { BEYOND, SPECIFIED } from '../support/endpoints.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { sourcesBelow } from '../support/sources.ts';

/** Folders of the app, and paths outside projects that serve one: they do not answer with methods. */
const SILENT = /^GET \/(\*|(uploads|downloads)\/.*)?$/;
const LISTED = [...SPECIFIED, ...BEYOND].filter((endpoint) => !SILENT.test(endpoint));
/** A method that no route has. */
const NO_METHOD = 'TRACE';
/** Some paths of SCIM exist for its own clients only. */
const RFC_OF_SCIM = { accept: 'application/scim+json' };
/** Answered on every existing path. */
const EVERYWHERE = ['HEAD', 'OPTIONS'];

const pathOf = (endpoint: string): string => endpoint.slice(endpoint.indexOf(' ') + 1);
const methodOf = (endpoint: string): string => endpoint.slice(0, endpoint.indexOf(' '));

/** Whether an endpoint matches a path; its parameters stand for one part each. */
function isOf(endpoint: string, path: string): boolean {
  const [parts, asked] = [pathOf(endpoint).split('/'), path.split('/')];
  return (
    parts.length === asked.length &&
    parts.every((part, at) => part === asked[at] || (part.startsWith(':') && asked[at] !== ''))
  );
}

/** The methods that the lists contain for a path. */
const listedFor = (path: string): string[] =>
  [...new Set(LISTED.filter((endpoint) => isOf(endpoint, path)).map(methodOf))].sort();

/** Every text in the sources that may be the path of a route. */
function mentionedPaths(): string[] {
  const literals = sourcesBelow('http/routes').flatMap(({ text }) => [...text.matchAll(/['`](\/[\w/:.*-]*)['`]/g)]);
  return [...new Set(literals.map(([, path = '']) => path))].filter((path) => path !== '/' && !path.endsWith('*'));
}

describe('the routes', () => {
  const { server, project } = harnessOn('sqlite');

  /** The methods of a path, from its answer to an unknown one; none if the path does not exist. */
  async function allowed(path: string): Promise<string[]> {
    const url = path.replace(':project', project.key).replaceAll(/:(\w+)/g, '$1');
    const { headers } = await server.app.http.inject({ method: NO_METHOD, url, headers: RFC_OF_SCIM });
    const methods = String(headers.allow ?? '').split(', ');
    return methods.filter((method) => method !== '' && !EVERYWHERE.includes(method)).sort();
  }

  it('are those of the specification and those listed beyond it, with no other method', async () => {
    const paths = [...new Set(LISTED.map(pathOf))];
    const found = await Promise.all(paths.map(async (path) => [path, await allowed(path)]));
    expect(found).toEqual(paths.map((path) => [path, listedFor(path.replaceAll(/:(?!project)(\w+)/g, '$1'))]));
  });

  it('are complete: every route mentioned in the sources is listed, or does not exist', async () => {
    const mentioned = mentionedPaths();
    expect(mentioned).toContain('/fields/:collection/:field');
    const paths = mentioned.flatMap((path) => [path, `/:project${path}`]);
    const there = await Promise.all(paths.map(async (path) => ((await allowed(path)).length > 0 ? [path] : [])));
    expect(there.flat().filter((path) => listedFor(path.replaceAll(/:(?!project)(\w+)/g, '$1')).length === 0)).toEqual(
      [],
    );
  });
});
