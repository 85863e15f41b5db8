import { asText } from '../shared/text.ts';

/** A value as a text column stores it: `true` is "1", and `false` is empty. */
export function storedText(value: unknown): string {
  return typeof value === 'boolean' ? (value ? '1' : '') : asText(value);
}
