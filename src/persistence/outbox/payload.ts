import { openText, sealText } from '../../auth/sealed-text.ts';
import type { StoreView } from '../store.ts';
import { DeliveryFailure, type Job, type JobKind, PermanentFailure } from './job.ts';

const PURPOSE = 'outbox';
/**
 * Kinds whose payload contains links that grant access to anyone who has them. They wait in the database until they are
 * sent.
 */
const SEALED: ReadonlySet<string> = new Set<JobKind>(['mail']);
/** How often a payload is tried to be opened. The pauses between add up to minutes; files are reread within seconds. */
const ATTEMPTS = 4;
const UNREADABLE = 'It was written with another secret of the project';

/** The stored form of a job's payload; for mail it is encrypted for this project. */
export function storedPayload({ config }: StoreView, { kind, payload }: Job): string {
  const text = JSON.stringify(payload);
  return SEALED.has(kind) ? sealText(config.auth.secret, PURPOSE, kind, text) : text;
}

/** The stored columns that {@link openPayload} reads, and how often the job has been tried. */
interface StoredJob {
  readonly kind: string;
  readonly payload: string;
  readonly attempts: number;
}

/**
 * The payload of a stored job. If it was sealed with another secret, throws a {@link DeliveryFailure} at first, because
 * this server may not have read the new one yet, and later a {@link PermanentFailure}.
 */
export function openPayload({ config }: StoreView, { kind, payload, attempts }: StoredJob): Job['payload'] {
  // Earlier versions did not encrypt payloads.
  const text = payload.startsWith('{') ? payload : openText(config.auth.secret, PURPOSE, kind, payload);
  if (text !== null) return JSON.parse(text) as Job['payload'];
  if (attempts < ATTEMPTS) throw new DeliveryFailure(UNREADABLE);
  throw new PermanentFailure(UNREADABLE);
}
