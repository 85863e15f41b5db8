import ipaddr from 'ipaddr.js';

/** All that is routed on the internet of version 6; what carries addresses of version 4 inside lies elsewhere or is named by the library. */
const GLOBAL_6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to anybody on the internet: not to this machine, its networks, or a purpose of its own. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_6);
}
