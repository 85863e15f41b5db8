import { isWithheld } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { keyIn } from '../../schema/shown-files.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { readList } from '../items/read.ts';

/**
 * Replaces file keys in settings with the files, as the caller may see them. A file that is deleted or not visible to
 * the caller stays a key. (Contract, O-10 and O-11.)
 */
export async function withFiles<T extends Item | Item[]>(
  context: Context,
  data: T,
  isFile: (key: string) => boolean,
): Promise<T> {
  const keyOf = ({ key, value }: Item): number | null =>
    typeof key === 'string' && value !== undefined && isFile(key) ? keyIn(asText(value ?? '')) : null;
  const keys = [data].flat().flatMap((item) => keyOf(item) ?? []);
  if (keys.length === 0) return data;
  const files = await readableFiles(context, keys);
  const expanded = (item: Item): Item => {
    const key = keyOf(item);
    return key === null ? item : { ...item, value: files.get(key) ?? key };
  };
  return (Array.isArray(data) ? data.map(expanded) : expanded(data)) as T;
}

async function readableFiles(context: Context, keys: readonly number[]): Promise<ReadonlyMap<number, Item>> {
  const query = restrict(EVERYTHING, 'id', [...new Set(keys)].map(String));
  try {
    const { data } = await readList(committed(context), 'directus_files', query);
    return new Map([data].flat().map((file) => [asNumber(file.id), file]));
  } catch (error) {
    if (isWithheld(error)) return new Map();
    throw error;
  }
}

/** Whether the sent value is an object with a key, such as a complete file. */
export function namesFile(payload: Payload): payload is Payload & { readonly value: { readonly id: unknown } } {
  return isRecord(payload.value) && keyIn(asText(payload.value.id ?? '')) !== null;
}
