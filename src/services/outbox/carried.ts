import type { TableRow } from '../../persistence/table-rows.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { cleanRecord } from '../../query/plan/write/recorded.ts';
import type { Schema } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { shortened } from '../../shared/shortened.ts';
import { asText } from '../../shared/text.ts';

/** The body of a webhook call, and the beginning of the last answer to it; nothing for mails. */
export interface Carried {
  readonly event: string | null;
  readonly collection: string | null;
  /** The body as JSON, cut to a length. */
  readonly sent: string | null;
  readonly answer: Payload | null;
}

const MAX_LENGTH = 16_000;
const NOTHING: Carried = { event: null, collection: null, sent: null, answer: null };

/**
 * The payload of a delivery as administrators see it, without values that are secret now, even if they were not when it
 * was sent.
 */
export function carriedBy(schema: Schema, { kind, payload }: TableRow): Carried {
  const stored = kind === 'webhook' ? parseJson(asText(payload)) : null;
  if (!isRecord(stored)) return NOTHING;
  const { event, collection, data, answer } = stored;
  const shown = isRecord(data) ? cleanRecord(schema, schema.collections.get(asText(collection)), data) : null;
  return {
    event: asText(event),
    collection: asText(collection),
    sent: shown && shortened(JSON.stringify(shown, null, 2), MAX_LENGTH),
    answer: isRecord(answer) ? answer : null,
  };
}
