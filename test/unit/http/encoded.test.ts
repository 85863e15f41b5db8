import { expect, it } from 'vitest';
import { encoded, encodedAll } from '../../../src/http/encoded.ts';

it.each<[what: string, text: string]>([
  ['short', 'Grüße'],
  ['long', 'ü'.repeat(10_000)],
  ['very long', `${'x'.repeat(2_500_000)}€`],
  ['very long, with pairs of surrogates at even places', '😀'.repeat(1_300_000)],
  ['very long, with pairs of surrogates at odd places', `x${'😀'.repeat(1_300_000)}`],
  ['very long, with halves of such pairs', '\udc00\ud800x'.repeat(700_000)],
])('a %s text is encoded as a whole', async (_, text) => {
  const bytes = Buffer.from(await encoded(text));
  expect(bytes.equals(Buffer.from(text))).toBe(true);
});

it('others run while a very long text is encoded', async () => {
  const encoding = encoded('x'.repeat(5_000_000));
  let turns = 0;
  let isEncoded = false;
  const counting = async (): Promise<void> => {
    for (; !isEncoded; turns++) await new Promise((done) => setImmediate(done));
  };
  const counted = counting();
  await encoding;
  isEncoded = true;
  await counted;
  expect(turns).toBeGreaterThan(3);
});

it('others run between the pieces of a long text', async () => {
  let turns = 0;
  const count = (): void => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  expect(await encodedAll(['a', 'x'.repeat(70_000), 'y'.repeat(70_000), 'z'])).toHaveLength(140_002);
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(1);
});
