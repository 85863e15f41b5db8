import { createHash } from 'node:crypto';

/** The first bytes of a backup. */
export const MAGIC = Buffer.from('octavo backup 1\n');

/** The kind of a frame of a backup. */
export type FrameHead =
  /** The project: key, signing keys, and when the backup was begun. */
  | { readonly kind: 'project' }
  /** A table, before its rows. */
  | { readonly kind: 'table' }
  /** Rows of the table that the preceding `table` frame describes. */
  | { readonly kind: 'rows'; readonly count: number }
  /** Bytes of an object. The last frame of an object, or the only one of an empty object, has its size. */
  | { readonly kind: 'bytes'; readonly name: string; readonly at: number; readonly size?: number }
  /** The end, with a summary of all preceding frames. */
  | { readonly kind: 'end' };

/** A part of a backup that can be verified by itself. */
export interface Frame {
  readonly head: FrameHead;
  readonly payload: Buffer;
}

/** The lengths of head and payload, which precede them. */
export const LENGTHS_BYTES = 8;
export const DIGEST_BYTES = 32;
/** Octavo never writes longer ones. */
export const MAX_BYTES = { head: 4096, payload: 512 * 1024 * 1024 };

/** The bytes before and after the payload. */
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
