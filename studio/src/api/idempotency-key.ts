/** Returns a new key, by which the server recognises a request that is sent again. */
export const makeIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('');
