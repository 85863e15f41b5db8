const ADDRESS = /^[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\].]+(\.[^\s@<>(),;:\\"[\].]+)+$/;

/** Whether text has the form of an e-mail address: one mailbox, a domain with a dot, no control characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}
