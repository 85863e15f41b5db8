import { beforeAll, expect, it } from 'vitest';
import { harnessOn } from '../../support/on-every-engine.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface Failure {
  readonly error?: { readonly code: number };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const TOKEN = 'the-token-of-nobody-special';
/** Codes of refusals reserved to administrators, or to those who may read at all. */
const REFUSES_THE_CALLER = [3, 10, 300];
/**
 * An empty change of an item that the role may read changes nothing and does not count as a write; a list of revisions
 * may be empty.
 */
const HARMLESS = /^(PATCH \/(permissions|relations|settings)\/|GET \/webhooks\/.*\/revisions)/;
const { project } = harnessOn('sqlite');

beforeAll(async () => {
  const role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Without rights' })).id;
  const person = { first_name: 'N', last_name: 'N', email: 'n@example.com', password: 'Nobody-1', status: 'active' };
  await project.write('POST', '/users', { ...person, role, token: TOKEN });
});

async function operationsFor(token: string): Promise<string[]> {
  const answer = await project.ask('GET', '/openapi.json?system=1', undefined, token);
  return Object.entries((answer.body as unknown as Document).paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => method in operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** Calls an operation as the user without rights, on that user where it concerns one. */
async function ask(operation: string): Promise<{ readonly status: number; readonly code: number | undefined }> {
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replace(/^(\/users\/)\{id\}|\{user\}/, '$1me').replace(/\{\w+\}/g, '1');
  const { status, body } = await project.ask(
    method,
    path,
    method === 'POST' || method === 'PATCH' ? {} : undefined,
    TOKEN,
  );
  return { status, code: (body as Failure).error?.code };
}

/** Signing out and deleting oneself would change the caller. */
const isAsked = (operation: string): boolean => !/logout|^DELETE \/(users\/\{id\}|scim\/v2\/Me)$/.test(operation);

it('an OpenAPI document has the operations that a role without rights may use, and no others', async () => {
  const documented = new Set(await operationsFor(TOKEN));
  const wrong: string[] = [];
  for (const operation of (await operationsFor('tests-admin-token')).filter(isAsked)) {
    const { status, code } = await ask(operation);
    const isRefused = code !== undefined && REFUSES_THE_CALLER.includes(code);
    if (documented.has(operation) ? isRefused : status < 300 && !HARMLESS.test(operation))
      wrong.push(`${operation}: ${status} ${code}`);
  }
  expect([...documented]).toEqual(expect.arrayContaining(['GET /users/{id}/keys', 'POST /permissions/explain']));
  expect(wrong).toEqual([]);
});
