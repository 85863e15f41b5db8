import { type Octavo, OctavoError, octavo, type Untyped } from '@octavo/client';
import { type ShallowRef, shallowRef } from 'vue';

/** Access to the server with the super admin token. */
export interface Access {
  readonly client: Octavo<Untyped>;
  /** The body that creates a project contains the token. */
  readonly token: string;
}

/** It exists only in the memory of this tab, until the page is reloaded or left. */
export const access: ShallowRef<Access | null> = shallowRef(null);

const accessWith = (token: string): Access => ({
  client: octavo<Untyped>(`${location.origin}/server`, { token, retries: 0 }),
  token,
});

/** Stores the super admin token if the server accepts it. Throws the server's refusal. */
export async function enter(token: string): Promise<void> {
  const asked = accessWith(token);
  await asked.client.request('GET', '/metrics');
  access.value = asked;
}

/** Forgets the token. */
export function leave(): void {
  access.value = null;
}

/** Sends a request. A token that the server no longer accepts is dropped. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { client } = access.value ?? accessWith('');
  try {
    return (await client.request(method, path, {}, body)) as T;
  } catch (error) {
    if (error instanceof OctavoError && error.status === 401) leave();
    throw error;
  }
}
