import { asText } from '../shared/text.ts';
import type { Collection } from './collection.ts';
import { keyText } from './key-text.ts';
import { primaryKeyOf } from './schema.ts';
import type { Stored } from './stored.ts';

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** The key of an item as answers and addresses have it, which may differ from the one that was sent. */
export function shownKey(
  collection: Collection,
  key: Stored,
  item: Readonly<Record<string, unknown>> | null | undefined,
): string {
  const shown = item?.[primaryKeyOf(collection).name];
  return PLAIN.has(typeof shown) ? asText(shown) : keyText(key);
}
