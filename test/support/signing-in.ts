import type { Answered, TestProject } from './project.ts';
import type { Running } from './running.ts';

export const PEOPLE = {
  erin: { email: 'erin@example.com', password: 'Erin-Secret-1' },
  ravi: { email: 'ravi@example.com', password: 'Ravi-Secret-1' },
} as const;

export interface Person {
  readonly id: number;
  readonly role: number;
}

export interface Reply extends Answered {
  readonly headers: Headers;
}

/** Sends a request to a project with the given headers, and no token besides. */
export async function send(
  server: Running,
  project: TestProject,
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {},
): Promise<Reply> {
  const answer = await fetch(`${server.base}/${project.key}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : {},
    headers: answer.headers,
  };
}

/** Makes a role and an active user of it, who signs in with the credentials in {@link PEOPLE}. */
export async function addPerson(project: TestProject, name: keyof typeof PEOPLE): Promise<Person> {
  const role = dataOf<{ id: number }>(await project.ask('POST', '/roles', { name })).id;
  const user = { ...PEOPLE[name], first_name: name, last_name: 'Example', status: 'active', role };
  const { id } = dataOf<{ id: number }>(await project.ask('POST', '/users', user));
  return { id, role };
}

/** Makes an active user with a new role, who reads by a static token; returns the role. */
export async function addReader(project: TestProject, token: string): Promise<number> {
  const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Reader', external_id: 'readers' });
  const person = { first_name: 'r', last_name: 'r', email: 'reader@example.com', password: 'password' };
  await project.write('POST', '/users', { ...person, status: 'active', role: role.id, token });
  return role.id;
}

/** The data of a response that must have some. */
export function dataOf<T>({ status, text, body }: Answered): T {
  if (status !== 200 || body.data === undefined) throw new Error(`${status} ${text}`);
  return body.data as T;
}

/** A temporary token of a person. */
export async function tokenOf(server: Running, project: TestProject, name: keyof typeof PEOPLE): Promise<string> {
  return dataOf<{ token: string }>(await signIn(server, project, PEOPLE[name])).token;
}

export function signIn(server: Running, project: TestProject, body: object): Promise<Reply> {
  return send(server, project, 'POST', '/auth/authenticate', { body });
}

/** The session cookie that signing in sets, as a browser sends it back. */
export async function cookieOf(server: Running, project: TestProject, name: keyof typeof PEOPLE): Promise<string> {
  const { headers } = await signIn(server, project, { ...PEOPLE[name], mode: 'cookie' });
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';', 1);
  if (!cookie.includes('=')) throw new Error('no cookie was set');
  return cookie;
}
