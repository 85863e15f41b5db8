import { asText } from '../../shared/text.ts';
import type { ExportFormat } from './format.ts';

/** Names that may be those of elements without a second look. */
const ELEMENT = /^(?!xml)[A-Za-z_][\w.-]*$/i;
/** What no document of XML 1.0 can hold. */
const IMPOSSIBLE = /(?![\t\n\r])\p{Cc}|[\uD800-\uDFFF\uFFFE\uFFFF]/gu;

/** A document with an element for each item, and in it one for each field that has a value. */
export const xml: ExportFormat = {
  type: 'application/xml; charset=utf-8',
  ending: 'xml',
  begin: ({ name }) => `<?xml version="1.0" encoding="UTF-8"?>\n<items collection="${escaped(name)}">\n`,
  item: (item) => `<item>${fields(item)}</item>\n`,
  end: () => '</items>\n',
};

const fields = (item: object): string =>
  Object.entries(item)
    .map(([name, value]) => element(name, value))
    .join('');

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const [tag, attribute] = ELEMENT.test(name) ? [name, ''] : ['field', ` name="${escaped(name)}"`];
  return `<${tag}${attribute}>${content(value)}</${tag}>`;
}

function content(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => `<value>${content(entry ?? '')}</value>`).join('');
  return typeof value === 'object' && value !== null ? fields(value) : escaped(asText(value));
}

function escaped(text: string): string {
  return text.replaceAll(IMPOSSIBLE, '\uFFFD').replaceAll(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
