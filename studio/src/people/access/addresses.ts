/** An address as a number, with the number of bits of its family; null for anything else. */
interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** Reads an address of either family. An IPv4-mapped IPv6 address counts as IPv4. */
export function addressOf(text: string): Address | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  const four = (mapped ?? text).split('.');
  if (four.length === 4) {
    if (!four.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
    return { bits: 32, value: four.reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
  }
  return /^[\da-f:]+$/i.test(text) ? six(text) : null;
}

function six(text: string): Address | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const gap = 8 - left.length - right.length;
  if (halves.length === 1 ? gap !== 0 : gap < 1) return null;
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return { bits: 128, value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n) };
}

interface Range {
  readonly from: Address;
  readonly to: Address;
}

/** Reads an entry of an address list: an address, a network such as 10.0.0.0/8, or a range; null for anything else. */
export function rangeOf(entry: string): Range | null {
  const [first = '', second] = entry.split(/[/-]/, 2).map((part) => part.trim());
  const from = addressOf(first);
  if (!from || entry.split(/[/-]/).length > 2) return null;
  if (second === undefined) return { from, to: from };
  if (entry.includes('/')) return /^\d{1,3}$/.test(second) ? network(from, Number(second)) : null;
  const to = addressOf(second);
  return to && to.bits === from.bits && to.value >= from.value ? { from, to } : null;
}

function network({ bits, value }: Address, length: number): Range | null {
  if (length > bits) return null;
  const size = 1n << BigInt(bits - length);
  const start = value - (value % size);
  return { from: { bits, value: start }, to: { bits, value: start + size - 1n } };
}

/** The entries of a text, one per line or with commas between them. */
export const entriesIn = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Whether a list lets an address in. An empty list lets in everybody. */
export function admits(entries: readonly string[], address: string): boolean {
  if (address === 'localhost') return admits(entries, '127.0.0.1') || admits(entries, '::1');
  const own = addressOf(address);
  if (entries.length === 0 || !own) return entries.length === 0;
  return entries.some((entry) => {
    const range = rangeOf(entry);
    return (
      range !== null && range.from.bits === own.bits && range.from.value <= own.value && own.value <= range.to.value
    );
  });
}
