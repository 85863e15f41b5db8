import ipaddr from 'ipaddr.js';

/** The routed IPv6 space. Ranges that embed IPv4 addresses lie elsewhere or are recognised by the library. */
const GLOBAL_6 = ipaddr.parseCIDR('2000::/3');

/** Reachable only from inside a cloud, although its range is public. */
const INTERNAL: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Whether an address is public: not local, private or reserved. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || INTERNAL.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_6);
}
