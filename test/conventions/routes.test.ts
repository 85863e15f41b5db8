import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { BEYOND, SPECIFIED } from '../support/endpoints.ts';
import { temporaryFolder } from '../support/server-process.ts';

const folder = temporaryFolder();
let served: readonly string[] = [];

beforeAll(async () => {
  const options = {
    host: '127.0.0.1',
    port: 0,
    data: join(folder.path, 'none'),
    superAdminToken: null,
    publicUrl: null,
    trustProxy: [],
    redisUrl: null,
    logLevel: 'silent',
    maxUpload: 1,
    maxBody: 2 ** 20,
    maxPublicBody: 2 ** 16,
    maxConnections: 1000,
    maxAddressConnections: 1000,
    allowHosts: [],
    adminApp: null,
    watchExtensions: false,
  };
  const { http } = createApp(options, pino({ level: 'silent' }));
  await http.ready();
  served = routesOf(http.printRoutes({ commonPrefix: false }));
  await http.close();
});

afterAll(() => folder.remove());

/** `METHOD path` of every route in Fastify's drawing of its tree; HEAD goes with every GET. */
function routesOf(tree: string): string[] {
  const prefixes: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─ ]+)(\S+)(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    prefixes[depth] = `${prefixes[depth - 1] ?? ''}${part}`;
    const listed = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
    return listed.map((method) => `${method} ${prefixes[depth]}`);
  });
}

/** Whether a route answers an endpoint: its parameters stand for any one part of the path. */
function answers(route: string, endpoint: string): boolean {
  const [parts, wanted] = [route.split(/[ /]/), endpoint.split(/[ /]/)];
  return (
    parts.length === wanted.length &&
    parts.every((part, index) => part === wanted[index] || (part.startsWith(':') && wanted[index] !== ''))
  );
}

const without = (endpoints: readonly string[], routes: readonly string[]): string[] =>
  endpoints.filter((endpoint) => !routes.some((route) => answers(route, endpoint)));

describe('the route table', () => {
  it('is read', () => {
    expect(served).toContain('DELETE /:project/fields/:collection/:field');
    expect(served).toContain('GET /:project/');
  });

  it('holds every endpoint of the specification', () => {
    expect(without(SPECIFIED, served)).toEqual([]);
  });

  it('holds nothing that no list names', () => {
    const named = [...SPECIFIED, ...BEYOND];
    expect(served.filter((route) => !named.some((endpoint) => answers(route, endpoint)))).toEqual([]);
  });

  it('names nothing beyond the specification that is gone', () => {
    expect(without(BEYOND, served)).toEqual([]);
  });
});
