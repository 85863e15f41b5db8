import { type Octavo, OctavoError, octavo, type Untyped } from '@octavo/client';
import { type ShallowRef, shallowRef } from 'vue';

/** What asks the server on behalf of who runs it. */
export interface Access {
  readonly client: Octavo<Untyped>;
  /** Creating a project takes the token in its body. */
  readonly token: string;
}

/** In the memory of this tab and nowhere else: it is gone when the page is loaded again, or left. */
export const access: ShallowRef<Access | null> = shallowRef(null);

const accessWith = (token: string): Access => ({
  client: octavo<Untyped>(`${location.origin}/server`, { token, retries: 0 }),
  token,
});

/** Takes the super admin token if the server does. Throws what the server answers. */
export async function enter(token: string): Promise<void> {
  const asked = accessWith(token);
  await asked.client.request('GET', '/metrics');
  access.value = asked;
}

/** Forgets the token. */
export function leave(): void {
  access.value = null;
}

/** Asks the server. A token that it takes no longer is forgotten. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { client } = access.value ?? accessWith('');
  try {
    return (await client.request(method, path, {}, body)) as T;
  } catch (error) {
    if (error instanceof OctavoError && error.status === 401) leave();
    throw error;
  }
}
