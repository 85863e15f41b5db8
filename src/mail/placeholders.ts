import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';

/** Replaces `{{name}}` and `{{a.b}}` by values of `data`, or by nothing if there is no such value. */
export function fillPlaceholders(
  text: string,
  data: Readonly<Record<string, unknown>>,
  shown: (text: string) => string,
): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => shown(valueAt(data, path)));
}

function valueAt(data: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((of, name) => (isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined), data);
  return value === undefined || value === null || typeof value === 'object' ? '' : asText(value);
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
