import { SYSTEM } from '../../permissions/caller.ts';
import { readOutlines } from '../../persistence/read/whole.ts';
import { onBehalfOf, type Source } from '../../persistence/source.ts';
import type { Task } from '../../persistence/tasks.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { groupBy } from '../../shared/group-by.ts';
import { asText } from '../../shared/text.ts';
import { visibleKeys } from '../items/visible.ts';

/**
 * Of the given tasks, those whose items the caller may read, in their present state. A task has ended if the item has
 * another status, whatever has changed it.
 */
export async function seenTasks(source: Source, all: readonly Task[]): Promise<readonly Task[]> {
  const seen = await Promise.all(
    [...groupBy(all, ({ collection }) => collection)].map((group) => seenIn(source, group)),
  );
  const known = new Map(seen.flat().map((task) => [task.id, task]));
  return all.flatMap(({ id }) => known.get(id) ?? []);
}

async function seenIn(source: Source, [name, group]: [string, readonly Task[]]): Promise<readonly Task[]> {
  const collection = source.context.store.catalog.schema.collections.get(name);
  if (!collection?.primaryKey) return [];
  const keys = [...new Set(group.map(({ item }) => item))];
  const seen = await visibleKeys(source, collection, keys);
  const items = await readOutlines(onBehalfOf(source, SYSTEM), collection, [...seen]);
  return group.filter(({ item }) => seen.has(item)).map((task) => asItIs(task, collection, items.get(task.item)));
}

function asItIs(task: Task, { status }: Collection, item: Item | undefined): Task {
  const now = status && item ? asText(item[status.field.name] ?? '') : null;
  return task.state === 'open' && now !== task.status ? { ...task, state: 'ended' } : task;
}
