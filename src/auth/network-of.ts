import ipaddr from 'ipaddr.js';
import { Lru } from '../shared/lru.ts';

/** Caches results by address, because parsing an address is a noticeable part of a short request. */
const known = new Lru<string, string>(1_000);

/**
 * The unit by which addresses are counted and limited: the address itself, or the /64 network for IPv6, since each
 * client has at least that many addresses. Texts that are not addresses stay as they are.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const found = known.get(address);
  if (found !== undefined) return found;
  const network = networkIn(address);
  known.set(address, network);
  return network;
}

function networkIn(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const network = new ipaddr.IPv6([...(ip as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
