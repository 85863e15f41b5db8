import { type TokenIssuer, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { User } from '../../permissions/caller.ts';
import { VIEWING } from '../../permissions/key-rights.ts';
import { findSessionRow } from '../../persistence/session-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { ANONYMOUS, type Identity } from '../auth/identity.ts';
import { presentCaller } from '../auth/owner.ts';

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
  { store, issuer }: { readonly store: Store; readonly issuer: TokenIssuer },
  preview: string,
  wanted: PreviewedItem,
  now: Date,
): Promise<Identity> {
  try {
    return { ...ANONYMOUS, caller: await readerBy(store, issuer, preview, wanted, now), preview: true };
  } catch (error) {
    throw error instanceof ApiError && error.kind === 'denied' ? new ApiError('previewEnded') : error;
  }
}

async function readerBy(
  store: Store,
  issuer: TokenIssuer,
  preview: string,
  { collection, item }: PreviewedItem,
  now: Date,
): Promise<User> {
  const claims = await verifyToken(issuer, 'preview', preview, steadyTime(now));
  // A comma in the path would separate keys.
  if (claims.collection !== collection || claims.item !== item || item.includes(','))
    throw new ApiError('previewEnded');
  if (typeof claims.session === 'number') await requireSession(store, claims.session, now);
  const externalId = textOrNull(claims.external_id);
  const apiKey = typeof claims.api_key === 'number' ? claims.api_key : null;
  const caller = await presentCaller(store, { owner: { id: claims.id, externalId, apiKey } }, now);
  if (caller.kind !== 'user') throw new ApiError('previewEnded');
  const { key = VIEWING } = caller;
  return { ...caller, key: { ...key, readOnly: true, digest: `${key.digest}~preview` } };
}

/** A preview ends with the session that it was issued in. */
async function requireSession(store: Store, id: number, now: Date): Promise<void> {
  const session = await findSessionRow(store, store.database, { id });
  if (!session || session.expires <= now.getTime()) throw new ApiError('previewEnded');
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
