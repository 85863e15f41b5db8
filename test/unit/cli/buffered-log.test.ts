import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BufferedLog } from '../../../src/cli/buffered-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function logger() {
  const written: string[] = [];
  const lines = new BufferedLog({ write: (text: string) => written.push(text) });
  const messages = (): string[] =>
    written
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).msg);
  return { log: pino({ base: null }, lines), lines, written, messages };
}

it('lines are buffered, for a tenth of a second at most', () => {
  const { log, written, messages } = logger();
  log.info('one');
  vi.advanceTimersByTime(60);
  log.info('two');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(40);
  expect(written).toHaveLength(1);
  expect(messages()).toEqual(['one', 'two']);
  log.info('three');
  vi.advanceTimersByTime(100);
  expect(messages()).toEqual(['one', 'two', 'three']);
});

it('a warning or an error does not wait, nor do the lines before it', () => {
  const { log, messages } = logger();
  log.info('one');
  log.warn('two');
  expect(messages()).toEqual(['one', 'two']);
  log.info('three');
  log.error('four');
  expect(messages()).toEqual(['one', 'two', 'three', 'four']);
});

it('many lines are written early', () => {
  const { log, messages } = logger();
  const wanted = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
  for (const line of wanted) log.info(line);
  const seen = messages();
  expect(seen.length).toBeGreaterThan(500);
  expect(seen).toEqual(wanted.slice(0, seen.length));
});

it('buffered lines are written at the end, once', () => {
  const { log, lines, messages } = logger();
  log.info('last');
  lines.flush();
  lines.flush();
  vi.advanceTimersByTime(1000);
  expect(messages()).toEqual(['last']);
});
