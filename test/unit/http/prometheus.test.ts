import { expect, it } from 'vitest';
import { Metrics } from '../../../src/http/metrics.ts';
import { prometheusText } from '../../../src/http/prometheus.ts';

/** The values in a text, by name and labels. */
const valuesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

it('counts each request in its group and all slower ones', () => {
  const metrics = new Metrics();
  for (const ms of [0.4, 1, 1.1, 30, 20_000]) metrics.answered(ms, 200);
  expect(valuesIn(prometheusText(metrics))).toMatchObject({
    'octavo_request_duration_seconds_bucket{le="0.001"}': 2,
    'octavo_request_duration_seconds_bucket{le="0.0025"}': 3,
    'octavo_request_duration_seconds_bucket{le="0.025"}': 3,
    'octavo_request_duration_seconds_bucket{le="0.05"}': 4,
    'octavo_request_duration_seconds_bucket{le="10"}': 4,
    'octavo_request_duration_seconds_bucket{le="+Inf"}': 5,
    octavo_request_duration_seconds_sum: expect.closeTo(20.0325, 6),
    octavo_request_duration_seconds_count: 5,
  });
});

it('keeps counting when an interval ends, unlike the samples', () => {
  const metrics = new Metrics();
  for (let round = 0; round < 2; round++) {
    metrics.answered(5, 500);
    metrics.refused();
    metrics.sample();
  }
  expect(metrics.all.samples).toMatchObject([
    { failed: 1, refused: 1 },
    { failed: 1, refused: 1 },
  ]);
  expect(valuesIn(prometheusText(metrics))).toMatchObject({
    octavo_request_duration_seconds_count: 2,
    octavo_requests_failed_total: 2,
    octavo_requests_refused_total: 2,
  });
});

it('describes each metric once, before its values', () => {
  const lines = prometheusText(new Metrics()).split('\n');
  expect(lines.pop()).toBe('');
  const [described, typed] = ['HELP', 'TYPE'].map((word) =>
    lines.filter((line) => line.startsWith(`# ${word} `)).map((line) => line.split(' ')[2]),
  );
  expect(described).toEqual(typed);
  const named = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => /^\w+?(?=(_bucket|_sum|_count)?[ {])/.exec(line)?.[0]);
  expect([...new Set(named)]).toEqual(described);
});
