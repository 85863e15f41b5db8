import { openText, sealText } from '../../auth/sealed-text.ts';
import type { StoreView } from '../store.ts';
import { type Job, type JobKind, PermanentFailure } from './job.ts';

const PURPOSE = 'outbox';
/**
 * Kinds whose payload contains links that grant access to anyone who has them. They wait in the database until they are
 * sent.
 */
const SEALED: ReadonlySet<string> = new Set<JobKind>(['mail']);

/** The stored form of a job's payload; for mail it is encrypted for this project. */
export function storedPayload({ config }: StoreView, { kind, payload }: Job): string {
  const text = JSON.stringify(payload);
  return SEALED.has(kind) ? sealText(config.auth.secret, PURPOSE, kind, text) : text;
}

/** The payload of a stored job. Throws a {@link PermanentFailure} if the project's secret has changed. */
export function openPayload({ config }: StoreView, kind: string, stored: string): Job['payload'] {
  // Earlier versions did not encrypt payloads.
  const text = stored.startsWith('{') ? stored : openText(config.auth.secret, PURPOSE, kind, stored);
  if (text === null) throw new PermanentFailure('It was written before the secret of the project was changed');
  return JSON.parse(text) as Job['payload'];
}
