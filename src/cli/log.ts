import { type Logger, pino } from 'pino';

/** Lines that wait while they cannot be written; more than that are lost. */
const WAITING_BYTES = 1024 * 1024;

/** The log: JSON lines, or text for a person at a terminal. A log that cannot be written is lost, and the server goes on. */
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
