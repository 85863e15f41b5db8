import { named } from '../shared/named.ts';
import { StorageFailure } from './storage-failure.ts';

const ENTITIES = named({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" });
const LAST = 0x10ffff;

/** More than any key, token or name that a bucket gives. */
const MAX_LENGTH = 16_384;

/** The inner text of all elements of a name, in document order. Takes linear time, whatever the bucket sends. */
export function* elements(xml: string, name: string): Generator<string> {
  for (let at = xml.indexOf(`<${name}`); at >= 0; at = xml.indexOf(`<${name}`, at + 1)) {
    if (!/[\s>]/.test(xml[at + name.length + 1] ?? '')) continue;
    const start = xml.indexOf('>', at) + 1;
    const end = start === 0 ? -1 : xml.indexOf(`</${name}>`, start);
    if (end < 0) break;
    yield xml.slice(start, end);
    at = end;
  }
}

/** The text of the first element of a name; null if there is none. Throws a {@link StorageFailure} if it is too long. */
export function textOfElement(xml: string, name: string): string | null {
  const [inner] = elements(xml, name);
  if (inner === undefined) return null;
  if (inner.length > MAX_LENGTH) throw new StorageFailure(`the bucket sent ${inner.length} characters of ${name}`);
  return copied(unescaped(inner));
}

/** A part of a text would keep all of it in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= LAST ? String.fromCodePoint(code) : whole;
  });
}

/** Escapes text for an element. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
