import { type Logger, pino } from 'pino';
import { BufferedLog } from './buffered-log.ts';

/** How many bytes of lines are buffered while the log is blocked; further lines are lost. */
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
  const lines = new BufferedLog(stdout);
  flushAtEnd(lines);
  return pino({ level, base: null }, lines);
}

/**
 * Signals that end a process without the event `exit`. SIGTERM and SIGINT have their own handlers, which end in one.
 */
const ENDING = ['SIGHUP', 'SIGQUIT'] as const;

/** Writes buffered lines before the process ends. */
function flushAtEnd(lines: BufferedLog): void {
  process.on('exit', () => lines.flush());
  for (const signal of ENDING)
    process.once(signal, () => {
      lines.flush();
      process.kill(process.pid, signal);
    });
}
