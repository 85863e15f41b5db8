/** A template of items, such as `{{ first_name }} {{ last_name }}`: texts and paths in turn. */
export interface Template {
  readonly paths: readonly string[];
  /** The text of an item; empty if all its values are. */
  readonly render: (item: unknown) => string;
}

const HOLE = /\{\{\s*([^{}|]+?)\s*(?:\|[^{}]*)?\}\}/g;

/** Parses a template as schemas write it. */
export function parseTemplate(text: string): Template {
  const paths = [...text.matchAll(HOLE)].map(([, path]) => path as string);
  const render = (item: unknown): string => {
    const values = paths.map((path) => textAt(item, path));
    if (values.every((value) => value === '')) return '';
    let next = 0;
    return text.replace(HOLE, () => values[next++] ?? '').trim();
  };
  return { paths, render };
}

/** The value at a dotted path; if the path crosses a list, the value in its first entry. */
export function valueAt(item: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const holder = Array.isArray(value) ? value[0] : value;
    return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
  }, item);
}

function textAt(item: unknown, path: string): string {
  const value = valueAt(item, path);
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}
