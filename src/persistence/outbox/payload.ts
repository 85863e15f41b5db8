import { openText, sealText } from '../../auth/sealed-text.ts';
import type { StoreView } from '../store.ts';
import { type Job, type JobKind, PermanentFailure } from './job.ts';

const PURPOSE = 'outbox';
/** Kinds whose payload holds links that let in whoever has them, and waits in the database until it is sent. */
const SEALED: ReadonlySet<string> = new Set<JobKind>(['mail']);

/** The stored form of a job's payload: of mails such that only this project reads it. */
export function storedPayload({ config }: StoreView, { kind, payload }: Job): string {
  const text = JSON.stringify(payload);
  return SEALED.has(kind) ? sealText(config.auth.secret, PURPOSE, kind, text) : text;
}

/** The payload of a stored job. Throws a {@link PermanentFailure} where the project's secret is another one by now. */
export function openPayload({ config }: StoreView, kind: string, stored: string): Job['payload'] {
  // Former versions sealed nothing.
  const text = stored.startsWith('{') ? stored : openText(config.auth.secret, PURPOSE, kind, stored);
  if (text === null) throw new PermanentFailure('It was written before the secret of the project was changed');
  return JSON.parse(text) as Job['payload'];
}
