import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../src/storage/base64.ts';

const decoded = async (text: string): Promise<Buffer> => buffer(await decodeBase64(text));

describe('base64', () => {
  it.each([
    ['QUJD', 'ABC'],
    ['QUI=', 'AB'],
    ['QQ==', 'A'],
    ['QQ', 'A'],
    [' Q U\nJ\tD ', 'ABC'],
    ['QQ = =\n', 'A'],
    ['', ''],
    ['=', ''],
  ])('%j is %j', async (text, content) => {
    expect((await decoded(text)).toString()).toBe(content);
  });

  it.each(['QUI-', 'Q_==', 'QQ===', 'QQ==QQ==', 'QQ=Q', `${'QUJD'.repeat(100_000)}.`])(
    'that is invalid is refused: %.20s',
    async (text) => {
      await expect(decoded(text)).rejects.toMatchObject({ entry: 'validation' });
    },
  );

  it('is the same content in any number of lines', async () => {
    const content = Buffer.from(Array.from({ length: 300_001 }, (_, index) => (index * 7) % 256));
    for (const width of [7, 76, 65_537]) {
      const text = content.toString('base64').replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
      expect((await decoded(text)).equals(content)).toBe(true);
    }
  });

  it('has its padding at the very end, wherever that is', async () => {
    const text = `${'QUJD'.repeat(16 * 1024 - 1)}QQ=`;
    expect(await decoded(`${text}${' '.repeat(100_000)}=`)).toHaveLength(3 * (16 * 1024 - 1) + 1);
    await expect(decoded(`${text}${' '.repeat(100_000)}A`)).rejects.toMatchObject({ entry: 'validation' });
  });
});
