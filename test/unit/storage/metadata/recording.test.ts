import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeBlob } from '../../../../src/storage/metadata/describe.ts';
import { manyRuns, thoroughly } from '../../../support/battery.ts';
import { longestPause } from '../../../support/longest-pause.ts';
import { flac, mp3, mp4, opus, webm } from '../../../support/recordings.ts';
import { broken, wav } from '../../../support/samples.ts';

const described = (bytes: Buffer, name: string) =>
  describeBlob({
    project: 'p',
    open: async (range) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false }),
    size: bytes.length,
    name,
  });

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
    const found = await describeBlob({ project: 'p', open, size: begin.length + gap + end.length, name: 'a.mp4' });
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
      manyRuns(30),
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

  it.each([
    ['a long list of people', 'a.wav', () => wavWith(tag('TIPL', 'a\0'.repeat(60_000)))],
    ['many comments', 'a.flac', () => flacWith(70_000)],
  ])('with %s is read outside of the event loop', { timeout: 30_000 }, async (_, name, make) => {
    const bytes = make();
    expect(await longestPause(() => described(bytes, name))).toBeLessThan(100);
  });

  it('of many tracks with many boxes holds nobody up', async () => {
    const bytes = tracks(1600, 1270);
    let found: unknown;
    const pause = await longestPause(async () => {
      found = await described(bytes, 'a.mp4');
    });
    expect(found).toMatchObject({ duration: 62 });
    expect(pause).toBeLessThan(100);
  });
});

/** An ID3 tag with this many texts. (ID3v2.4, sections 3 and 4.) */
function tags(count: number): Buffer {
  const text = Buffer.from('TXXX\0\0\0\x02\0\0\x03\0', 'latin1');
  return tagOf(Buffer.alloc(text.length * count, text));
}

function tagOf(frames: Buffer): Buffer {
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), digits(frames.length), frames]);
}

const digits = (size: number): Buffer => Buffer.from([21, 14, 7, 0].map((bits) => (size >> bits) & 0x7f));

const wavWith = (tags: Buffer): Buffer => Buffer.concat([chunks('RIFF', 'WAVE', 0), riff('id3 ', tags)]);

/** An ID3 tag with one text. */
function tag(name: string, text: string): Buffer {
  const frame = Buffer.alloc(11);
  frame.write(name);
  digits(text.length + 1).copy(frame, 4);
  return tagOf(Buffer.concat([frame, Buffer.from(text, 'latin1')]));
}

/** FLAC with this many comments. (Ogg Vorbis I, section 5.) */
function flacWith(comments: number): Buffer {
  const one = Buffer.from('\x08\0\0\0artist=a', 'latin1');
  const head = Buffer.alloc(12);
  head.writeUInt8(0x84);
  head.writeUIntBE(8 + one.length * comments, 1, 3);
  head.writeUInt32LE(comments, 8);
  const start = flac(1).subarray(0, 42);
  start.writeUInt8(0, 4);
  return Buffer.concat([start, head, Buffer.alloc(one.length * comments, one)]);
}

/** A film with this many further tracks, each with this many empty boxes. */
function tracks(count: number, boxes: number): Buffer {
  const film = mp4({ seconds: 62, size: null, data: 0 });
  const track = Buffer.alloc(8 + 8 * boxes, Buffer.from('\0\0\0\x08free', 'latin1'));
  track.writeUInt32BE(track.length);
  track.write('trak', 4);
  const moov = film.indexOf('moov') - 4;
  film.writeUInt32BE(film.length - moov + track.length * count, moov);
  return Buffer.concat([film, Buffer.alloc(track.length * count, track)]);
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
