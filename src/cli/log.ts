import { type Logger, pino } from 'pino';

/** The log: JSON lines, or text for a person at a terminal. */
export async function openLog(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level, base: null });
  try {
    const { default: pretty } = await import('pino-pretty');
    return pino({ level, base: null }, pretty({ colorize: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' }));
  } catch {
    return pino({ level, base: null });
  }
}
