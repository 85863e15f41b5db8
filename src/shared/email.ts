const ADDRESS = /^[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\].]+(\.[^\s@<>(),;:\\"[\].]+)+$/;
const INVISIBLE = /\p{C}/u;
const LONGEST = 254;

/** Whether text has the form of an e-mail address: one mailbox, a domain with a dot, nothing invisible. */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST) return false;
  const address = canonicalAddress(text);
  return address.length <= LONGEST && ADDRESS.test(address) && !INVISIBLE.test(address);
}

/**
 * An address as it is stored: in Unicode's compatible composed form (NFKC), and in lower case beyond ASCII. So addresses
 * that look the same are the same, and all that can still differ is the case of ASCII letters, which every database
 * can leave out of a comparison.
 */
export function canonicalAddress(address: string): string {
  // What is longer is none.
  if (address.length > 2 * LONGEST || /^[\x20-\x7e]*$/.test(address)) return address;
  const composed = address.normalize('NFKC');
  return composed.replace(/[^\x20-\x7e]+/g, (letters) => letters.toLowerCase()).normalize('NFKC');
}

/** What two addresses have in common that are one. */
export function addressKey(address: string): string {
  return canonicalAddress(address).toLowerCase();
}
