import ipaddr from 'ipaddr.js';
import { Lru } from '../shared/lru.ts';

/** By address: taking one apart is a noticeable part of a short request. */
const known = new Lru<string, string>(1_000);

/**
 * What an address counts as wherever something is counted or shared out by address: itself, but the /64 for IPv6, since each
 * client has at least that many to choose from. Texts that are no addresses stay as they are.
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
