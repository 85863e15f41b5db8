import type { Answered, Payload, TestProject } from './project.ts';
import { dataOf } from './signing-in.ts';

/** A key as the response to its creation shows it. */
export interface MadeKey {
  readonly id: number;
  readonly key: string;
}

/** Makes an API key for a user, by default for the administrator. */
export async function makeKey(
  project: TestProject,
  settings: Payload = {},
  user: number | string = 'me',
): Promise<MadeKey> {
  return dataOf<MadeKey>(await project.ask('POST', `/users/${user}/keys`, { name: 'a key', ...settings }));
}

/** Sends a request with a key. */
export type Asking = (method: string, path: string, body?: unknown) => Promise<Answered>;

/** Creates a key and returns a function that sends requests with it. */
export async function keyed(project: TestProject, settings?: Payload, user?: number | string): Promise<Asking> {
  const { key } = await makeKey(project, settings, user);
  return (method, path, body) => project.ask(method, path, body, key);
}
