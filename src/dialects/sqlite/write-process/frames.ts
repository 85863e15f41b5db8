import { deserialize, serialize } from 'node:v8';

/** The length of a message takes this many bytes before it. */
const HEAD = 4;

/** A message as it is sent: its length in bytes, and its content. */
export function framed(message: unknown): Buffer {
  const content = serialize(message);
  const head = Buffer.allocUnsafe(HEAD);
  head.writeUInt32LE(content.length);
  return Buffer.concat([head, content]);
}

/** Finds the messages in the chunks of a stream. */
export class Frames {
  #chunks: Buffer[] = [];
  #have = 0;
  #wanted = HEAD;

  /** Adds a chunk. Returns the messages that are complete with it. */
  add(chunk: Buffer): unknown[] {
    this.#chunks.push(chunk);
    this.#have += chunk.length;
    const messages: unknown[] = [];
    while (this.#have >= this.#wanted) {
      // Joining the chunks only when they are enough keeps the time linear.
      const joined = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : (this.#chunks[0] ?? chunk);
      const end = HEAD + joined.readUInt32LE();
      const isComplete = joined.length >= end;
      if (isComplete) messages.push(deserialize(joined.subarray(HEAD, end)));
      this.#keep(isComplete ? joined.subarray(end) : joined, isComplete ? HEAD : end);
    }
    return messages;
  }

  #keep(rest: Buffer, wanted: number): void {
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#have = rest.length;
    this.#wanted = wanted;
  }
}
