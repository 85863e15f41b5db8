import { hash } from 'node:crypto';
import type { Row } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { CompiledRead } from './compiled-read.ts';

const LENGTH = 22;

/** A mark of the state of an item: another one whenever a value that the caller may see has changed. */
export function versionOf({ versionAt }: CompiledRead, row: Row): string {
  let text = '';
  for (const at of versionAt) text += marked(row[at] ?? null);
  return digest(text);
}

/** Values with their lengths, so that no two rows of other values look alike. */
function marked(value: Stored): string {
  if (value === null) return '-;';
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
  return `${text.length}:${text};`;
}

/** The mark of an answer that shows more than the item: the item's own comes first. */
export function versionOfAnswer(version: string, shown: unknown): string {
  return `${version}.${digest(JSON.stringify(shown))}`;
}

/** The mark of what is not the answer of a query: another one whenever what is shown has changed. */
export function versionOfShown(shown: unknown): string {
  return digest(JSON.stringify(shown));
}

/** The item's own part of a mark. */
export function ownVersion(version: string): string {
  return version.split('.', 1)[0] ?? '';
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, LENGTH);
}
