import { MessageChannel } from 'node:worker_threads';

/** A closed port: a buffer transferred to it is freed. */
const sink = closedPort();

/**
 * Frees the memory of a chunk at once and leaves the chunk empty. The garbage collector watches the heap and reacts late
 * to memory outside it: at a hundred megabytes a second, tens of megabytes of dead chunks would pile up. A chunk that
 * shares its memory with others is left alone, and so is memory that a native library owns.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || byteLength === 0 || byteLength !== buffer.byteLength) return;
  try {
    sink.postMessage(null, [buffer]);
  } catch (error) {
    // Memory of a native library cannot be transferred: Node 20 does nothing, later versions throw.
    if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
  }
}

function closedPort() {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}
