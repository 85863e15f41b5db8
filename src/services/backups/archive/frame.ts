import { createHash } from 'node:crypto';

/** The first bytes of a backup. */
export const MAGIC = Buffer.from('octavo backup 1\n');

/** What a frame of a backup holds. */
export type FrameHead =
  /** The project: key, signing keys, and when the backup was begun. */
  | { readonly kind: 'project' }
  /** A table, before its rows. */
  | { readonly kind: 'table' }
  /** Rows of the table before them. */
  | { readonly kind: 'rows'; readonly count: number }
  /** Bytes of an object; the last of them, or an object of none, has its size. */
  | { readonly kind: 'bytes'; readonly name: string; readonly at: number; readonly size?: number }
  /** The end, with what there was before it. */
  | { readonly kind: 'end' };

/** A part of a backup that can be checked by itself. */
export interface Frame {
  readonly head: FrameHead;
  readonly payload: Buffer;
}

/** The lengths of head and payload, before them. */
export const LENGTHS_BYTES = 8;
export const DIGEST_BYTES = 32;
/** Longer ones were not written by us. */
export const MOST_BYTES = { head: 4096, payload: 512 * 1024 * 1024 };

/** What is written before the payload, and after it. */
export function envelopeOf(head: FrameHead, payload: Buffer): readonly [Buffer, Buffer] {
  const text = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(payload.length, 4);
  const before = Buffer.concat([lengths, text]);
  return [before, digestOf(before, payload)];
}

export const digestOf = (before: Buffer, payload: Buffer): Buffer =>
  createHash('sha256').update(before).update(payload).digest();
