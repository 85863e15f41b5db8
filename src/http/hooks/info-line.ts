import { type Logger, pino } from 'pino';
import { jsonOf } from '../../shared/json-value.ts';

const INFO = pino.levels.values.info ?? 30;

/** Where the lines of a logger go; it may ask for the level of each. */
interface Lines {
  lastLevel?: number;
  write(line: string): void;
}

/**
 * Writes a line of the level `info` as the logger itself would, if it has neither bindings nor hooks: for the line that each request
 * has, pino takes several times as long.
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
