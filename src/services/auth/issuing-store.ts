import type { TokenIssuer } from '../../auth/tokens.ts';
import type { Store } from '../../persistence/store.ts';

/** A project that issues tokens. */
export interface IssuingStore extends Store {
  readonly issuer: TokenIssuer;
}
