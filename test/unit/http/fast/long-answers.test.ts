import { expect, it, vi } from 'vitest';
import { LongAnswers } from '../../../../src/http/fast/long-answers.ts';

const MIB = 1024 * 1024;

/** Begins an answer that is under way until it is ended. */
function begun(answers: LongAnswers, project: string, bytes: number) {
  const start = vi.fn();
  answers.begin(project, bytes, start);
  return { start, end: () => answers.end(project, bytes) };
}

it('counts only long answers', () => {
  expect(LongAnswers.weightOf(500)).toBe(0);
  expect(LongAnswers.weightOf(250_000)).toBe(250_000);
});

it('begins answers while their bytes fit, and others in their order when some have ended', () => {
  const answers = new LongAnswers();
  const [one, two, three, four] = Array.from({ length: 4 }, () => begun(answers, 'demo', MIB));
  expect([one, two, three, four].map((each) => each?.start.mock.calls.length)).toEqual([1, 1, 0, 0]);
  one?.end();
  expect([three, four].map((each) => each?.start.mock.calls.length)).toEqual([1, 0]);
  two?.end();
  expect(four?.start).toHaveBeenCalledOnce();
});

it('begins an answer that is longer than all may be when it is alone', () => {
  const answers = new LongAnswers();
  const other = begun(answers, 'demo', 20_000);
  const huge = begun(answers, 'demo', 9 * MIB);
  expect(huge.start).not.toHaveBeenCalled();
  other.end();
  expect(huge.start).toHaveBeenCalledOnce();
  const next = begun(answers, 'demo', 20_000);
  expect(next.start).not.toHaveBeenCalled();
  huge.end();
  expect(next.start).toHaveBeenCalledOnce();
});

it('lets another project have its turn before the rest of a flood', () => {
  const answers = new LongAnswers();
  const flood = Array.from({ length: 50 }, () => begun(answers, 'flooded', MIB));
  const other = begun(answers, 'other', MIB);
  flood[0]?.end();
  flood[1]?.end();
  expect(other.start).toHaveBeenCalledOnce();
});

it('starts thousands that end at once, one after the other', () => {
  const answers = new LongAnswers();
  const first = begun(answers, 'demo', 2 * MIB);
  let ended = 0;
  for (let index = 0; index < 20_000; index++)
    answers.begin('demo', MIB, () => {
      ended++;
      answers.end('demo', MIB);
    });
  first.end();
  expect(ended).toBe(20_000);
});
