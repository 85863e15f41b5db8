import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import { usePolled } from '../src/fleet/use-polled.ts';

const answers: (Response | Error)[] = [];
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' });
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked++;
    const next = answers.shift();
    if (next instanceof Response) return next;
    throw next ?? new TypeError('no answer');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answers.length = 0;
});

it('continues once the server is back', async () => {
  answers.push(Response.json({ data: 1 }), new TypeError('restarting'), Response.json({ data: 2 }));
  const scope = effectScope();
  const { data, error } = scope.run(() =>
    usePolled<number>(
      () => '/fleet',
      () => 1000,
    ),
  ) as ReturnType<typeof usePolled<number>>;
  await vi.waitFor(() => expect(data.value).toBe(1));
  await vi.advanceTimersByTimeAsync(1000);
  expect(error.value).not.toBe(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect([data.value, error.value]).toEqual([2, null]);
  scope.stop();
});

it('stops when the server refuses', async () => {
  answers.push(Response.json({ data: 1 }), Response.json({ error: { code: 1, message: 'gone' } }, { status: 404 }));
  const scope = effectScope();
  const { data, error } = scope.run(() =>
    usePolled<number>(
      () => '/fleet',
      () => 1000,
    ),
  ) as ReturnType<typeof usePolled<number>>;
  await vi.waitFor(() => expect(data.value).toBe(1));
  await vi.advanceTimersByTimeAsync(5000);
  expect(error.value).toMatchObject({ status: 404 });
  expect(asked).toBe(2);
  scope.stop();
});
