import { type ItemRef, parseItemRef } from '../../wire/items.ts';
import type { JsonSchema } from '../schemas/value.ts';

/**
 * Placeholders for a collection in the operations that documents contain for each of them: its name, and its name in
 * the names of parts.
 */
export const COLLECTION = '%COLLECTION%';
export const PART = '%PART%';

/** The kinds of parts that are the same in all documents. */
export type Shared = 'headers' | 'parameters' | 'responses' | 'schemas';

/** An operation as JSON text, with gaps for what only a document knows. It is printed once and filled in many times. */
export interface Printed {
  /** Texts and gaps alternate: a gap follows each text but the last. */
  readonly texts: readonly string[];
  readonly gaps: readonly Gap[];
  /** The shared parts that it refers to. */
  readonly shared: readonly (readonly [kind: Shared, name: string])[];
}

export type Gap = 'collection' | 'part' | ItemRef;

const GAP = /%COLLECTION%|%PART%|"\$ref":"octavo:[^"]+"/g;
const SHARED = /"#\/components\/(headers|parameters|responses|schemas)\/([^"]+)"/g;

/** Prints an operation. */
export function printed(operation: JsonSchema): Printed {
  const text = JSON.stringify(operation);
  return {
    texts: text.split(GAP),
    gaps: Array.from(text.matchAll(GAP), ([gap]) => gapOf(gap)),
    shared: sharedIn(text),
  };
}

function gapOf(text: string): Gap {
  if (text === COLLECTION) return 'collection';
  const ref = parseItemRef(text.slice('"$ref":"'.length, -1));
  return ref ?? 'part';
}

/** The shared parts that a text refers to. */
export function sharedIn(text: string): Printed['shared'] {
  return Array.from(text.matchAll(SHARED), ([, kind, name = '']) => [kind as Shared, name]);
}

/** The text of an operation with its gaps filled. */
export function filled({ texts, gaps }: Printed, fill: (gap: Gap) => string): string {
  return texts
    .map((text, index) => {
      const gap = gaps[index];
      return gap === undefined ? text : text + fill(gap);
    })
    .join('');
}
