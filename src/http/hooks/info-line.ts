import { type Logger, pino } from 'pino';
import { jsonOf } from '../../shared/json-value.ts';

const INFO = pino.levels.values.info ?? 30;

/** The destination of a logger's lines; it may need the level of each. */
interface Lines {
  lastLevel?: number;
  write(line: string): void;
}

/**
 * Writes an `info` line exactly as a logger without bindings and hooks would. Every request has such a line, and pino
 * takes several times as long.
 */
export function writeInfo(
  log: Logger,
  entry: Readonly<Record<string, string | number | undefined>>,
  msg: string,
): void {
  const lines = (log as unknown as Readonly<Record<symbol, Lines | undefined>>)[pino.symbols.streamSym];
  if (!lines) return;
  let text = `{"level":${INFO},"time":${Date.now()}`;
  for (const name in entry) {
    const value = jsonOf(entry[name]);
    if (value !== undefined) text += `,"${name}":${value}`;
  }
  lines.lastLevel = INFO;
  lines.write(`${text},"msg":${jsonOf(msg)}}\n`);
}
