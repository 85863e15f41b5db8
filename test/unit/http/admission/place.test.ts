import { expect, it, vi } from 'vitest';
import type { Admission } from '../../../../src/http/admission/admission.ts';
import { Lane } from '../../../../src/http/admission/lane.ts';
import { Place } from '../../../../src/http/admission/place.ts';

function taken() {
  const leave = vi.fn();
  const place = new Place({ leave } as unknown as Admission, new Lane({ atOnce: 1, waiting: 1 }), 'a');
  return { place, leave };
}

it('is free once its handler has ended and its answer was sent, and then does what had to wait for that', () => {
  const { place, leave } = taken();
  const work = vi.fn();
  place.finally(work);
  place.begin();
  place.answered();
  place.answered();
  expect([leave, work].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  place.end();
  expect([leave, work].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('does at once what had to wait if its client has gone', () => {
  const { place, leave } = taken();
  place.answered();
  const work = vi.fn();
  place.finally(work);
  place.begin();
  place.end();
  expect([leave, work].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
