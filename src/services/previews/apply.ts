import { verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { User } from '../../permissions/caller.ts';
import { VIEWING } from '../../permissions/key-rights.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { textOrNull } from '../../shared/text-or-null.ts';
import { ANONYMOUS, type Identity } from '../auth/identity.ts';
import type { IssuingStore } from '../auth/issuing-store.ts';
import { presentCaller } from '../auth/owner.ts';
import { isSessionOpen } from '../auth/sessions.ts';

/** The item that a request addresses. */
interface PreviewedItem {
  readonly collection: string;
  readonly item: string;
}

/**
 * The identity of a request that carries a preview token: the issuer, with present rights, limited to reading. Requests
 * for anything but the token's item are refused. Error 117. (Contract, N-43 and N-44.)
 */
export async function previewing(
  store: IssuingStore,
  preview: string,
  wanted: PreviewedItem,
  now: Date,
): Promise<Identity> {
  try {
    return { ...ANONYMOUS, caller: await readerBy(store, preview, wanted, now), preview: true };
  } catch (error) {
    throw error instanceof ApiError && error.kind === 'denied' ? new ApiError('previewEnded') : error;
  }
}

async function readerBy(
  store: IssuingStore,
  preview: string,
  { collection, item }: PreviewedItem,
  now: Date,
): Promise<User> {
  const claims = await verifyToken(store.issuer, 'preview', preview, steadyTime(now));
  // A comma in the path would separate keys.
  if (claims.collection !== collection || claims.item !== item || item.includes(','))
    throw new ApiError('previewEnded');
  // A preview ends with the session that it was issued in.
  const { session } = claims;
  if (typeof session === 'number' && !(await isSessionOpen(store, session, now))) throw new ApiError('previewEnded');
  const externalId = textOrNull(claims.external_id);
  const apiKey = typeof claims.api_key === 'number' ? claims.api_key : null;
  const caller = await presentCaller(store, { owner: { id: claims.id, externalId, apiKey } }, now);
  if (caller.kind !== 'user') throw new ApiError('previewEnded');
  const { key = VIEWING } = caller;
  return { ...caller, key: { ...key, readOnly: true, digest: `${key.digest}~preview` } };
}
