import { asText } from './text.ts';

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : asText(error);
}
