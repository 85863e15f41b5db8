import { named } from '../shared/named.ts';

const ENTITIES = named({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" });
const LAST = 0x10ffff;

/** The inner text of all elements of a name, in document order. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner = '']) => inner,
  );
}

/** The text of the first element of a name; null if there is none. */
export function textOfElement(xml: string, name: string): string | null {
  const [inner] = elements(xml, name);
  return inner === undefined ? null : unescaped(inner);
}

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
