const ADDRESS = /^[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\].]+(\.[^\s@<>(),;:\\"[\].]+)+$/;
const INVISIBLE = /\p{C}/u;
const MAX_LENGTH = 254;

/** Whether a text has the form of an e-mail address: one mailbox, a domain with a dot, nothing invisible. */
export function isEmail(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const address = canonicalAddress(text);
  return address.length <= MAX_LENGTH && ADDRESS.test(address) && !INVISIBLE.test(address);
}

/**
 * The stored form of an address: Unicode NFKC, and lower case beyond ASCII. Addresses that look the same are then
 * equal, except for ASCII case, which every database can ignore in a comparison.
 */
export function canonicalAddress(address: string): string {
  // Longer texts are not addresses.
  if (address.length > 2 * MAX_LENGTH || /^[\x20-\x7e]*$/.test(address)) return address;
  const composed = address.normalize('NFKC');
  return composed.replace(/[^\x20-\x7e]+/g, (letters) => letters.toLowerCase()).normalize('NFKC');
}

/** The key under which equivalent addresses are equal. */
export function addressKey(address: string): string {
  return canonicalAddress(address).toLowerCase();
}
