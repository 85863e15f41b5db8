import type { Stored } from './stored.ts';

/** A key as addresses and records write it: bytes are in base64, as in answers. */
export function keyText(key: Stored): string {
  return key instanceof Uint8Array ? Buffer.from(key).toString('base64') : String(key);
}
