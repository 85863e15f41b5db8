import { withoutEntities } from '../../shared/entities.ts';
import { type Caption, cleanTags, cleanText, locationOf } from './caption.ts';

/** Larger packets are not searched. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads the caption from an XMP packet: `dc:subject`, `dc:description` and Photoshop's location, as elements or
 * attributes. The packet is searched, not parsed, so no entity is ever resolved. (ISO 16684-1.)
 */
export function readXmp(packet: Buffer): Caption {
  const text = packet.toString('utf8', 0, MAX_BYTES);
  const value = (name: string): string => valuesOf(text, name)[0] ?? '';
  return {
    description: value('dc:description') || null,
    location: locationOf(['City', 'State', 'Country'].map((name) => value(`photoshop:${name}`))),
    tags: cleanTags(valuesOf(text, 'dc:subject')),
  };
}

/** The texts of a property: its list items, or else its own text. */
function valuesOf(text: string, name: string): readonly string[] {
  const element = between(text, `<${name}>`, `</${name}>`);
  if (element === null) return [plain(between(text, ` ${name}="`, '"') ?? '')];
  const items = element.split('</rdf:li>').slice(0, -1);
  if (items.length === 0) return [plain(element)];
  return items.map((item) => plain(item.slice(item.indexOf('>', item.lastIndexOf('<rdf:li')) + 1)));
}

function between(text: string, start: string, end: string): string | null {
  const at = text.indexOf(start);
  if (at < 0) return null;
  const from = at + start.length;
  const to = text.indexOf(end, from);
  return to < 0 ? null : text.slice(from, to);
}

/** Decodes XML text; empty if it contains markup. */
function plain(text: string): string {
  if (text.includes('<')) return '';
  return cleanText(withoutEntities(text));
}
