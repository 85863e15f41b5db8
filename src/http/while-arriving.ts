import { ApiError } from '../errors/api-error.ts';
import { enterAgain } from './enter.ts';
import type { Exchange } from './exchange.ts';

const STALLED_MS = 60_000;

/**
 * Reads a form as it arrives, and gives up if nothing arrives for a minute. Then identifies the caller again. Throws
 * error 13 if the body is not a form, and 108 if the caller's access has ended meanwhile.
 */
export async function whileArriving<T>(exchange: Exchange, read: () => Promise<T>): Promise<T> {
  const { socket } = exchange.request.raw;
  const giveUp = (): void => void socket.destroy();
  socket.setTimeout(STALLED_MS, giveUp);
  try {
    const form = await read();
    await enterAgain(exchange);
    return form;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('invalidPayload');
  } finally {
    socket.setTimeout(0).removeListener('timeout', giveUp);
  }
}
