import { messageOf } from './message-of.ts';

/** The message of the error that caused another, in one line; of several causes, that of the first. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  const lines = messageOf(error).split('\n');
  return lines.map((line) => line.trim()).join(' ');
}
