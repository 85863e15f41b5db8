import { afterEach, expect, it, vi } from 'vitest';
import { LongAnswers } from '../../../../src/http/fast/long-answers.ts';

const MIB = 1024 * 1024;

afterEach(() => {
  vi.useRealTimers();
});

/** Requests an answer; `end` ends it once it has started. */
function asked(answers: LongAnswers, bytes: number, caller = 'somebody') {
  const start = vi.fn<(ended: () => void) => void>();
  answers.begin(caller, bytes, start);
  return {
    get hasStarted() {
      return start.mock.calls.length > 0;
    },
    end: () => start.mock.calls[0]?.[0](),
  };
}

it('starts short answers at once, however many there are', () => {
  const answers = new LongAnswers();
  expect(Array.from({ length: 1_000 }, () => asked(answers, 16_000)).every(({ hasStarted }) => hasStarted)).toBe(true);
});

it('starts long answers while there is room, and others in order when some have ended', () => {
  const answers = new LongAnswers();
  const [one, two, three, four] = Array.from({ length: 4 }, () => asked(answers, MIB));
  expect([one, two, three, four].map((each) => each?.hasStarted)).toEqual([true, true, false, false]);
  one?.end();
  expect([three, four].map((each) => each?.hasStarted)).toEqual([true, false]);
  two?.end();
  expect(four?.hasStarted).toBe(true);
});

it('counts an answer once, however often it ends', () => {
  const answers = new LongAnswers();
  const [one, , three, four] = Array.from({ length: 4 }, () => asked(answers, MIB));
  one?.end();
  one?.end();
  expect([three, four].map((each) => each?.hasStarted)).toEqual([true, false]);
});

it('starts an answer that exceeds the total limit', () => {
  const answers = new LongAnswers();
  const huge = asked(answers, 9 * MIB);
  const next = asked(answers, 20_000);
  expect([huge, next].map(({ hasStarted }) => hasStarted)).toEqual([true, false]);
  huge.end();
  expect(next.hasStarted).toBe(true);
});

it('lets another caller have its turn before the rest of a flood', () => {
  const answers = new LongAnswers();
  const flood = Array.from({ length: 50 }, () => asked(answers, MIB, 'flood'));
  const other = asked(answers, MIB, 'other');
  flood[0]?.end();
  flood[1]?.end();
  expect(other.hasStarted).toBe(true);
});

it('does not make others wait for slow statements', () => {
  vi.useFakeTimers();
  const answers = new LongAnswers();
  const [slow, , next] = Array.from({ length: 3 }, () => asked(answers, MIB));
  vi.advanceTimersByTime(99);
  expect(next?.hasStarted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(next?.hasStarted).toBe(true);
  slow?.end();
  expect([asked(answers, MIB), asked(answers, MIB)].map(({ hasStarted }) => hasStarted)).toEqual([true, false]);
});

it('starts thousands that end at once, one after the other', () => {
  const answers = new LongAnswers();
  const first = asked(answers, 2 * MIB);
  let ended = 0;
  for (let index = 0; index < 20_000; index++)
    answers.begin('somebody', MIB, (end) => {
      ended++;
      end();
    });
  first.end();
  expect(ended).toBe(20_000);
});
