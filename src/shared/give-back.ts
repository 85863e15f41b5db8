import { MessageChannel } from 'node:worker_threads';

/** A port that leads nowhere: what is handed over to it is freed. */
const nowhere = closedPort();

/**
 * Frees the memory of a chunk at once, which is empty from then on. Collections look at the heap and come late for bytes
 * outside of it: where these pass at a hundred megabytes a second, tens of megabytes of dead chunks would wait for them.
 * Chunks that share their memory with others are left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength)
    nowhere.postMessage(null, [buffer]);
}

function closedPort() {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}
