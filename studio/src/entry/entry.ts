import type { Octavo, Untyped } from '@octavo/client';
import { type ShallowRef, shallowRef } from 'vue';
import { useRoute } from 'vue-router';
import { isSignedOut } from '../api/failure.ts';
import { clientOf, infoOf, type ProjectInfo } from '../api/info.ts';
import { setProjectColour } from '../theme.ts';
import { nextPage } from './next.ts';

/** What pages of a project need before anybody has signed in. */
export interface Entry {
  readonly key: string;
  readonly client: Octavo<Untyped>;
  readonly info: ShallowRef<ProjectInfo | undefined>;
  /** Why the project does not answer. */
  readonly failure: ShallowRef<unknown>;
  /** Whether the server has no project with this key: it refused even what is public. */
  readonly isUnknown: ShallowRef<boolean>;
  /** Where to go once somebody is signed in. */
  readonly next: string;
  /** Reads again what the project tells everybody about itself. */
  readonly ask: () => Promise<void>;
}

/** Prepares the pages before the sign-in of the address's project. */
export function useEntry(): Entry {
  const route = useRoute();
  const key = String(route.params.project);
  const client = clientOf(key);
  const info = shallowRef<ProjectInfo>();
  const failure = shallowRef<unknown>();
  const isUnknown = shallowRef(false);
  async function ask(): Promise<void> {
    failure.value = undefined;
    try {
      info.value = await infoOf(client);
      setProjectColour(info.value.project_color);
    } catch (error) {
      isUnknown.value = isSignedOut(error);
      failure.value = error;
    }
  }
  void ask();
  return { key, client, info, failure, isUnknown, next: nextPage(route.query.next, key), ask };
}
