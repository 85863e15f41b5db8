import { asText } from './text.ts';

/** What an error says of itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : asText(error);
}
