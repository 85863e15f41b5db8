import { hash } from 'node:crypto';
import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { CompiledRead } from './compiled-read.ts';

const LENGTH = 22;

/**
 * Identifies the version of an item by its row: it changes whenever a value changes that the caller may see. Undefined
 * for a missing item, and for reads without versions.
 */
export function versionOf({ versionAt }: CompiledRead, row: Row | undefined): string | undefined {
  if (!row || versionAt.length === 0) return undefined;
  let text = '';
  for (const at of versionAt) text += marked(row[at] ?? null);
  return digest(text);
}

/** A value prefixed by its length, so that different rows never have the same encoding. */
function marked(value: Stored): string {
  if (value === null) return '-;';
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
  return `${text.length}:${text};`;
}

/** The version of an answer that shows more than the item, as JSON; it starts with the item's own version. */
export function versionOfAnswer(version: string, shown: string): string {
  return `${version}.${digest(shown)}`;
}

/** The version of an answer that no query produced; it changes whenever the answer does. */
export function versionOfShown(shown: unknown): string {
  return digest(JSON.stringify(shown));
}

/** The version of an answer, from its text or the text's bytes. */
export function versionOfText(text: string | Uint8Array): string {
  return digest(text);
}

/** The part of a version that identifies the item alone. */
export function ownVersion(version: string): string {
  return version.split('.', 1)[0] ?? '';
}

function digest(text: string | Uint8Array): string {
  return hash('sha256', text, 'base64url').slice(0, LENGTH);
}
