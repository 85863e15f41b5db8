import type { Answered, Payload, TestProject } from './project.ts';
import { dataOf } from './signing-in.ts';

/** A key as the answer of its creation shows it. */
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

/** What is asked with a key. */
export type Asking = (method: string, path: string, body?: unknown) => Promise<Answered>;

/** Asks with a new key. */
export async function keyed(project: TestProject, settings?: Payload, user?: number | string): Promise<Asking> {
  const { key } = await makeKey(project, settings, user);
  return (method, path, body) => project.ask(method, path, body, key);
}
