import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Collection, StatusField } from '../../schema/collection.ts';
import { collectionOf, type Schema } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { futureMoment, statusFieldOf } from '../items/wanted-status.ts';

/** A task in a request. */
export interface SentTask {
  readonly collection: string;
  readonly item: string | number;
  readonly user?: number | null;
  readonly role?: number | null;
  readonly note?: string | null;
  readonly due?: string | null;
}

/** Who is asked: one user, or anyone with a role. */
export type Asked = { readonly kind: 'user'; readonly id: number } | { readonly kind: 'role'; readonly id: number };

/** The subject of a requested task, and when it is due. */
export interface WantedTask {
  readonly collection: Collection;
  readonly statusField: StatusField;
  readonly item: string;
  readonly asked: Asked;
  readonly note: string | null;
  /** Milliseconds since 1970. */
  readonly due: number | null;
}

/** The maximum number of characters of a note, and of an answer. */
const MAX_LENGTH = 2000;

/** Parses the requested task. Errors 200, 4. (Contract, N-30.) */
export function wantedTask(schema: Schema, sent: SentTask, now: Date): WantedTask {
  const collection = collectionOf(schema, sent.collection);
  const violations = new Violations();
  const statusField = statusFieldOf(collection, violations);
  const asked = askedIn(sent);
  if (!asked) violations.add('user', violation.expected('the id of a user, or role that of a role, and not both'));
  const due = sent.due ? futureMoment('due', sent.due, now, violations) : null;
  const note = textWithin(violations, 'note', sent.note);
  violations.throwIfAny();
  if (!statusField || !asked) throw new ApiError('internal');
  return { collection, statusField, item: asText(sent.item), asked, note, due };
}

function askedIn({ user = null, role = null }: SentTask): Asked | null {
  if (user !== null && role === null) return { kind: 'user', id: user };
  return user === null && role !== null ? { kind: 'role', id: role } : null;
}

/** A text that is short enough, else adds a violation; null if it is empty. */
export function textWithin(violations: Violations, name: string, sent: string | null | undefined): string | null {
  const text = sent?.trim() ?? '';
  if (text.length > MAX_LENGTH) violations.add(name, violation.expected(`at most ${MAX_LENGTH} characters long`));
  return text === '' ? null : text;
}
