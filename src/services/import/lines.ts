/** A line of an import, numbered from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * Yields the lines after the first `skipped`, without empty ones, in groups of at most `size` lines and about `bytes`.
 */
export async function* groupsOf(
  texts: AsyncIterable<string>,
  { skipped, size, bytes }: { readonly skipped: number; readonly size: number; readonly bytes: number },
): AsyncGenerator<Line[]> {
  let group: Line[] = [];
  let weight = 0;
  let number = 0;
  for await (const text of texts) {
    number++;
    if (number <= skipped || text.trim() === '') continue;
    group.push({ number, text });
    weight += text.length;
    if (group.length < size && weight < bytes) continue;
    yield group;
    group = [];
    weight = 0;
  }
  if (group.length > 0) yield group;
}
