/** A text to send, or the bytes of a long one. */
export type Body = string | Buffer;

/** An answer to a read. */
export interface TaggedAnswer {
  readonly body: Body;
  /** The entity tag, without quotes. */
  readonly tag: string;
}
