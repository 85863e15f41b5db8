import { pino } from 'pino';
import { expect, it } from 'vitest';
import { writeInfo } from '../../../../src/http/hooks/info-line.ts';

/** What a logger writes, and the level that it passes to its stream. */
function logger() {
  const lines: string[] = [];
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string) => void lines.push(line.replace(/"time":\d+/, '"time":0')),
  };
  return { log: pino({ level: 'info', base: null }, stream), lines, stream };
}

it.each([
  { id: 'a', method: 'GET', path: '/demo/items/notes', query: 'limit=1', status: 200, ms: 1.23, ip: '127.0.0.1' },
  { id: 'a', method: 'GET', path: '/', query: undefined, status: 204, ms: 0, ip: '::1' },
  { path: 'a"b\\c\n\u0000\u007f\ud800\u2028é🍐', query: '' },
  {},
])('writes what pino writes: %j', (entry) => {
  const { log, lines } = logger();
  log.info(entry, 'request');
  writeInfo(log, entry, 'request');
  expect(lines[1]).toBe(lines[0]);
});

it('reports the level, also after an error', () => {
  const { log, stream } = logger();
  log.error('broken');
  writeInfo(log, { id: 'a' }, 'request');
  expect(stream.lastLevel).toBe(30);
});
