import { unprocessable } from '../errors/unprocessable.ts';
import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';

/** The maximum length of all values that are filled in, because a short text can repeat a long value. */
const MAX_FILLED = 100_000;

/**
 * Replaces `{{name}}` and `{{a.b}}` by values of `data`, or by nothing if there is no such value. Error 12 for values
 * that are too long.
 */
export function fillPlaceholders(
  text: string,
  data: Readonly<Record<string, unknown>>,
  shown: (text: string) => string,
): string {
  let left = MAX_FILLED;
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => {
    const value = valueAt(data, path);
    left -= value.length;
    if (left < 0) throw unprocessable(TOO_LONG);
    return shown(value);
  });
}

function valueAt(data: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((of, name) => (isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined), data);
  return value === undefined || value === null || typeof value === 'object' ? '' : asText(value);
}

const TOO_LONG = `The values of the placeholders of a mail have at most ${MAX_FILLED} characters`;

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
