const HOLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * The address of a preview: the template with an item's values, each of them encoded; null if it is not an http address, or
 * if a value is missing.
 */
export function previewUrl(
  template: unknown,
  values: Readonly<Record<string, unknown>>,
  origin: string,
): string | null {
  if (typeof template !== 'string' || template === '') return null;
  let isMissing = false;
  const text = template.replace(HOLE, (_, name: string) => {
    const value = values[name];
    if (value === null || value === undefined || value === '' || typeof value === 'object') isMissing = true;
    return encodeURIComponent(String(value ?? ''));
  });
  const url = URL.parse(text, origin);
  return isMissing || !url || !/^https?:$/.test(url.protocol) ? null : url.href;
}
