import { ApiError } from '../errors/api-error.ts';
import type { Exchange } from './exchange.ts';

const STALLED_MS = 60_000;

/**
 * Reads a form as it arrives, and gives up if nothing arrives for a minute. Throws error 13 if the body is not a form.
 */
export async function whileArriving<T>({ request }: Exchange, read: () => Promise<T>): Promise<T> {
  const { socket } = request.raw;
  const giveUp = (): void => void socket.destroy();
  socket.setTimeout(STALLED_MS, giveUp);
  try {
    return await read();
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('invalidPayload');
  } finally {
    socket.setTimeout(0).removeListener('timeout', giveUp);
  }
}
