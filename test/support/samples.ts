import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';

/** Small files of formats that are generated here, by file extension. */
export async function samples(): Promise<{
  readonly tiff: Buffer;
  readonly avif: Buffer;
  readonly png: Buffer;
  readonly jpeg: Buffer;
}> {
  const noise = { create: { width: 900, height: 700, channels: 3 as const, background: '#369', noise: NOISE } };
  const photo = sharp(noise).withExif({
    IFD0: { Copyright: 'Nobody', Make: 'Box' },
    IFD3: { GPSLatitude: '51/1 30/1 0/1' },
  });
  return {
    tiff: await sharp(noise).tiff({ compression: 'none' }).toBuffer(),
    avif: await sharp(noise).resize(64).avif({ effort: 0 }).toBuffer(),
    png: await sharp(noise).resize(64).png({ progressive: true }).toBuffer(),
    jpeg: await photo.resize(64).jpeg().toBuffer(),
  };
}

const NOISE = { type: 'gaussian' as const, mean: 128, sigma: 30 };

/** Silence of this many seconds. */
export function wav(seconds: number): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + seconds * rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(seconds * rate, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * rate, 0x80)]);
}

/** Ways to damage content: bytes are changed, most of them near the beginning, and the end is cut off. */
export const broken: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .record({
    changes: fc.array(
      fc.record({ at: fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 100_000 })), to: fc.nat({ max: 255 }) }),
      { maxLength: 20 },
    ),
    keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ changes, keep }) => (bytes) => {
    const spoiled = Buffer.from(bytes.subarray(0, Math.floor(bytes.length * keep)));
    for (const { at, to } of changes) if (spoiled.length > 0) spoiled[at % spoiled.length] = to;
    return spoiled;
  });

/** A PNG whose header claims a size, with hardly any data. */
export function hugePng(width: number, height: number): Buffer {
  return pngOf(width, height, []);
}

/** A PNG of one pixel with compressed texts, by keyword. */
export function wordyPng(texts: readonly (readonly [keyword: string, text: string])[]): Buffer {
  const chunks = texts.map(([keyword, text]) =>
    chunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\x01\0\0\0`), deflateSync(text)])),
  );
  return pngOf(1, 1, chunks);
}

/** A PNG with very many short texts. */
export function chattyPng(count: number): Buffer {
  const one = chunk('tEXt', Buffer.from('k\0v'));
  return pngOf(1, 1, [Buffer.alloc(count * one.length, one)]);
}

function pngOf(width: number, height: number, texts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    chunk('IHDR', header),
    ...texts,
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A GIF whose image claims a size, with one pixel of data. */
export function hugeGif(width: number, height: number): Buffer {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  for (const [at, side] of [
    [6, width],
    [8, height],
    [24, width],
    [26, height],
  ] as const)
    gif.writeUInt16LE(side, at);
  return gif;
}

/** A grey progressive JPEG with `scans` additional scans of a few bytes each, which change nothing. */
export function manyScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const none = Array<number>(15).fill(0);
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const runs = '0'.concat('1'.repeat(14)).repeat(Math.ceil(blocks / 32_767));
  const bytes = (runs.match(/.{1,8}/g) ?? []).map((bits) => Number.parseInt(bits.padEnd(8, '1'), 2));
  const scan = [
    segment(0xda, [1, 1, 0, 1, 63, 0]),
    Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : byte))),
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, frame),
    segment(0xc4, [0x00, 1, ...none, 0]),
    segment(0xc4, [0x10, 1, ...none, 0xe0]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array<Buffer[]>(scans).fill(scan).flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: Iterable<number>): Buffer {
  const bytes = Buffer.from([...content]);
  return Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), bytes]);
}
