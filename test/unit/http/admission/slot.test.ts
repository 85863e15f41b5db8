import { expect, it, vi } from 'vitest';
import type { Admission } from '../../../../src/http/admission/admission.ts';
import { Lane } from '../../../../src/http/admission/lane.ts';
import { Slot } from '../../../../src/http/admission/slot.ts';

function taken() {
  const leave = vi.fn();
  const slot = new Slot({ leave } as unknown as Admission, new Lane({ atOnce: 1, waiting: 1 }), 'a');
  return { slot, leave };
}

it('is free once its handler has ended and its answer was sent, and then runs deferred work', () => {
  const { slot, leave } = taken();
  const work = vi.fn();
  slot.finally(work);
  slot.begin();
  slot.answered();
  slot.answered();
  expect([leave, work].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  slot.end();
  expect([leave, work].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('runs deferred work at once if its client has disconnected', () => {
  const { slot, leave } = taken();
  slot.answered();
  const work = vi.fn();
  slot.finally(work);
  slot.begin();
  slot.end();
  expect([leave, work].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
