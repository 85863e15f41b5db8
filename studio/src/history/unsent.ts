import { onScopeDispose, type Ref, ref, shallowRef } from 'vue';
import { useProject } from '../api/project.ts';
import type { Mentionable } from './mentions.ts';

/** A comment that is being written, and the people who were chosen for it. */
interface Unsent {
  readonly text: Ref<string>;
  readonly chosen: Ref<readonly Mentionable[]>;
}

const kept = new Map<string, Unsent>();

/** A new comment on an item. What is typed stays while other pages are visited, until it is sent. */
export function useUnsent({ collection, key }: { readonly collection: string; readonly key: string }): Unsent {
  const project = useProject();
  const id = [project.key, project.me.id, collection, key].join('/');
  const unsent = kept.get(id) ?? { text: ref(''), chosen: shallowRef([]) };
  kept.set(id, unsent);
  onScopeDispose(() => {
    if (unsent.text.value === '') kept.delete(id);
  });
  return unsent;
}
