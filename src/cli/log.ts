import { type Logger, pino } from 'pino';

/** Number of lines that are buffered while the log is blocked; further lines are lost. */
const WAITING_BYTES = 1024 * 1024;

/**
 * Opens the log: JSON lines, or text on a terminal. If it cannot be written, lines are lost and the server continues.
 */
export async function openLog(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return plain(level);
  try {
    const { default: pretty } = await import('pino-pretty');
    return pino({ level, base: null }, pretty({ colorize: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' }));
  } catch {
    return plain(level);
  }
}

function plain(level: string): Logger {
  const stdout = pino.destination({ dest: 1, sync: true, maxLength: WAITING_BYTES });
  stdout.on('error', () => {});
  return pino({ level, base: null }, stdout);
}
