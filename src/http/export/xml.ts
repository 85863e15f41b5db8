import { partsOf } from '../../shared/parts-of.ts';
import { asText } from '../../shared/text.ts';
import { LONG } from '../encoded.ts';
import type { ExportFormat } from './format.ts';

/** Names that are certainly valid element names. */
const ELEMENT = /^(?!xml)[A-Za-z_][\w.-]*$/i;
/** Characters that XML 1.0 forbids. */
const IMPOSSIBLE = /(?![\t\n\r])\p{Cc}|[\uD800-\uDFFF\uFFFE\uFFFF]/gu;

/** A document with one element per item; each contains one element per field that has a value. */
export const xml: ExportFormat = {
  type: 'application/xml; charset=utf-8',
  ending: 'xml',
  begin: ({ name }) => `<?xml version="1.0" encoding="UTF-8"?>\n<items collection="${escaped(name)}">\n`,
  *item(item) {
    yield '<item>';
    yield* fields(item);
    yield '</item>\n';
  },
  end: () => '</items>\n',
};

function* fields(item: object): Generator<string> {
  for (const [name, value] of Object.entries(item)) yield* element(name, value);
}

function* element(name: string, value: unknown): Generator<string> {
  if (value === null || value === undefined) return;
  const [tag, attribute] = ELEMENT.test(name) ? [name, ''] : ['field', ` name="${escaped(name)}"`];
  yield* wrapped(tag, attribute, value);
}

function* wrapped(tag: string, attribute: string, value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return yield* wrappedText(tag, attribute, asText(value));
  yield `<${tag}${attribute}>`;
  if (Array.isArray(value)) for (const entry of value) yield* wrapped('value', '', entry ?? '');
  else yield* fields(value);
  yield `</${tag}>`;
}

/** Escapes long texts in parts, because they would block the event loop. */
function* wrappedText(tag: string, attribute: string, text: string): Generator<string> {
  if (text.length <= LONG) return yield `<${tag}${attribute}>${escaped(text)}</${tag}>`;
  yield `<${tag}${attribute}>`;
  for (const part of partsOf(text, LONG)) yield escaped(part);
  yield `</${tag}>`;
}

function escaped(text: string): string {
  return text.replaceAll(IMPOSSIBLE, '\uFFFD').replaceAll(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
