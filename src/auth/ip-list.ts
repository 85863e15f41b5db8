import ipaddr from 'ipaddr.js';
import { LOCALHOST } from '../shared/loopback.ts';

/** An address has at most 45 characters, and a range two of them. */
const MAX_LENGTH = 100;

/** Whether a text is an address, a network in CIDR form, or a range `first-last`. */
export function isAddressEntry(entry: string): boolean {
  return entry.length <= MAX_LENGTH && testOf(entry.trim()) !== null;
}

/** Whether an address is on a list of addresses, networks and ranges. IPv4 in IPv6 form counts as IPv4. */
export function isListed(address: string, entries: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return testsOf(entries).some((matches) => matches(ip));
}

type Ip = ReturnType<typeof ipaddr.process>;
type Test = (ip: Ip) => boolean;

/** Parsing an entry takes much longer than testing an address. */
const compiled = new WeakMap<readonly string[], readonly Test[]>();

function testsOf(entries: readonly string[]): readonly Test[] {
  const known = compiled.get(entries);
  if (known) return known;
  const tests = entries.flatMap((entry) => testOf(entry.trim()) ?? []);
  compiled.set(entries, tests);
  return tests;
}

/** Compiles an entry into a test of addresses; null for an invalid entry. */
function testOf(entry: string): Test | null {
  if (entry === LOCALHOST) return (ip) => ip.range() === 'loopback';
  if (ipaddr.isValidCIDR(entry)) return inNetwork(...ipaddr.parseCIDR(entry));
  const [first = '', last = first, ...more] = entry.split('-').map((part) => part.trim());
  if (more.length > 0 || !isWhole(first) || !isWhole(last)) return null;
  const [low, high] = [ipaddr.process(first), ipaddr.process(last)];
  return (ip) => ip.kind() === low.kind() && ip.kind() === high.kind() && isBetween(ip, low, high);
}

/** Short forms such as `10.1` are rejected, since they mean something other than they seem to. */
const isWhole = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

function inNetwork(network: Ip, bits: number): Test {
  return (ip) => ip.kind() === network.kind() && ip.match(network, bits);
}

function isBetween(ip: Ip, low: Ip, high: Ip): boolean {
  const bytes = (of: Ip): Buffer => Buffer.from(of.toByteArray());
  return Buffer.compare(bytes(low), bytes(ip)) <= 0 && Buffer.compare(bytes(ip), bytes(high)) <= 0;
}
