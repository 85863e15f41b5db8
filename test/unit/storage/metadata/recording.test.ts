import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeBlob } from '../../../../src/storage/metadata/describe.ts';
import { manyRuns, thoroughly } from '../../../support/battery.ts';
import { longestPause } from '../../../support/longest-pause.ts';
import { flac, mp3, mp4, opus, webm } from '../../../support/recordings.ts';
import { broken, wav } from '../../../support/samples.ts';

const described = (bytes: Buffer, name: string) =>
  describeBlob(
    async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false }),
    bytes.length,
    name,
  );

describe('a recording', () => {
  it.each<[string, string, Buffer, string, number, number | null]>([
    ['a film', 'a.mp4', mp4({ seconds: 62, size: [640, 360] }), 'video/mp4', 62, 640],
    ['a film without its name', 'a', mp4({ seconds: 62, size: [640, 360] }), 'video/mp4', 62, 640],
    ['a film of QuickTime', 'a.mov', mp4({ seconds: 5, size: [640, 360], brand: 'qt  ' }), 'video/quicktime', 5, 640],
    ['sound in MP4', 'a.m4a', mp4({ seconds: 62, size: null, brand: 'M4A ' }), 'audio/mp4', 62, null],
    ['WebM', 'a.webm', webm({ seconds: 7, size: [320, 200] }), 'video/webm', 7, 320],
    ['Matroska', 'a.mkv', webm({ seconds: 7, size: [320, 200] }, 'matroska'), 'video/x-matroska', 7, 320],
    ['sound in WebM', 'a.webm', webm({ seconds: 7, size: null }), 'video/webm', 7, null],
    ['Opus', 'a.ogg', opus(9), 'audio/ogg', 9, null],
    ['FLAC', 'a.flac', flac(11), 'audio/flac', 11, null],
    ['WAV', 'a.wav', wav(3), 'audio/x-wav', 3, null],
    ['MP3', 'a.mp3', mp3(12, 'constant'), 'audio/mpeg', 12, null],
    ['MP3 of a bitrate that varies', 'a.mp3', mp3(12, 'variable'), 'audio/mpeg', 12, null],
    ['MP3 that tells its length', 'a.mp3', mp3(12, 'told'), 'audio/mpeg', 12, null],
  ])('that is %s is known by its length', async (_, name, bytes, type, duration, width) => {
    expect(await described(bytes, name)).toMatchObject({ type, duration, width });
  });

  it('is read where it describes itself, however much precedes that', async () => {
    const film = mp4({ seconds: 62, size: [640, 360], data: 0 });
    const [mdat, gap] = [film.indexOf('mdat') - 4, 3_000_000_000];
    const begin = Buffer.from(film.subarray(0, mdat + 8));
    begin.writeUInt32BE(gap + 8, mdat);
    const end = film.subarray(mdat + 8);
    let read = 0;
    const open = async (range = { start: 0, end: Number.POSITIVE_INFINITY }) => {
      const size = range.end - range.start + 1;
      read += size;
      const bytes = Buffer.alloc(size);
      if (range.start < begin.length) begin.copy(bytes, 0, range.start);
      if (range.start >= begin.length + gap) end.copy(bytes, 0, range.start - begin.length - gap);
      return Readable.from([bytes], { objectMode: false });
    };
    const found = await describeBlob(open, begin.length + gap + end.length, 'a.mp4');
    expect(found).toMatchObject({ duration: 62, width: 640, height: 360 });
    expect(read).toBeLessThan(3_000_000);
  });

  it('that promises more than it has yields nothing, and costs little', async () => {
    const film = mp4({ seconds: 62, size: [640, 360] });
    for (const name of ['moov', 'mvhd', 'tkhd', 'trak', 'mdat']) {
      const spoiled = Buffer.from(film);
      spoiled.writeUInt32BE(0x7fffffff, film.indexOf(name) - 4);
      await expect(described(spoiled, 'a.mp4'), name).resolves.toMatchObject({ type: 'video/mp4' });
    }
  });

  it('that is damaged is described without a crash', { timeout: thoroughly(60_000) }, async () => {
    const all: [string, Buffer][] = [
      ['mp4', mp4({ seconds: 6, size: [640, 360] })],
      ['webm', webm({ seconds: 6, size: [640, 360] })],
      ['ogg', opus(6)],
      ['flac', flac(6)],
      ['mp3', mp3(1, 'told')],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), broken, async ([ending, bytes], spoil) => {
        const { duration, width, height } = await described(spoil(bytes), `a.${ending}`);
        for (const number of [duration, width, height])
          expect(number === null || (Number.isInteger(number) && number >= 0)).toBe(true);
      }),
      manyRuns(300),
    );
  });

  it('is described by its length after tags of any size', async () => {
    const { type, duration } = await described(Buffer.concat([tags(100_000), mp3(12, 'constant')]), 'a.mp3');
    expect([type, duration]).toEqual(['audio/mpeg', 12]);
  });

  it.each([
    ['tags of a million bytes', 'a.mp3', () => Buffer.concat([tags(250_000), mp3(1, 'constant')])],
    ['chunks without content', 'a.wav', () => chunks('RIFF', 'WAVE')],
    ['a great chunk of tags', 'a.wav', () => Buffer.concat([chunks('RIFF', 'WAVE', 0), riff('id3 ', tags(250_000))])],
  ])('with %s holds nobody up', async (_, name, bytes) => {
    expect(await longestPause(() => described(bytes(), name))).toBeLessThan(600);
  });
});

/** An ID3 tag with this many texts. (ID3v2.3, section 3.) */
function tags(count: number): Buffer {
  const text = Buffer.from('TXXX\0\0\0\x02\0\0\x03\0', 'latin1');
  const size = text.length * count;
  const digits = [21, 14, 7, 0].map((bits) => (size >> bits) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(digits), Buffer.alloc(size, text)]);
}

function riff(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content]);
}

const chunks = (container: string, kind: string, count = 120_000): Buffer =>
  Buffer.concat([
    Buffer.from(container),
    Buffer.from([0, 0, 0, 1]),
    Buffer.from(kind),
    Buffer.alloc(8 * count, riff('junk', Buffer.alloc(0))),
  ]);
