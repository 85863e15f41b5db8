/** Small recordings of any stated duration, made byte by byte. They contain only what states the duration. */

const u16 = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255]);
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const zeros = (length: number): Buffer => Buffer.alloc(length);

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

/** Properties of a film. */
export interface Film {
  readonly seconds: number;
  /** In pixels; null for sound without pictures. */
  readonly size: readonly [width: number, height: number] | null;
  /** Bytes of media data before the metadata. */
  readonly data?: number;
  readonly brand?: string;
}

/** An MP4 with its metadata at the end, as cameras write it. */
export function mp4({ seconds, size, data = 1000, brand = 'isom' }: Film): Buffer {
  const rate = 1000;
  const matrix = Buffer.concat(
    [1, 0, 0, 0, 1, 0, 0, 0, 0x4000].map((value, at) => u32(at === 8 ? 0x40000000 : value << 16)),
  );
  const mvhd = box(
    'mvhd',
    zeros(12),
    u32(rate),
    u32(seconds * rate),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    u32(2),
  );
  const [width, height] = size ?? [0, 0];
  const tkhd = box(
    'tkhd',
    u32(7),
    zeros(8),
    u32(1),
    zeros(4),
    u32(seconds * rate),
    zeros(16),
    matrix,
    u32(width << 16),
    u32(height << 16),
  );
  const handler = size ? 'vide' : 'soun';
  const mdhd = box('mdhd', zeros(12), u32(rate), u32(seconds * rate), u16(0x55c4), zeros(2));
  const hdlr = box('hdlr', zeros(8), Buffer.from(handler), zeros(12), Buffer.from('x\0'));
  const sound = box('mp4a', zeros(6), u16(1), zeros(8), u16(2), u16(16), zeros(4), u32(rate << 16));
  const picture = box('avc1', zeros(6), u16(1), zeros(16), u16(width), u16(height), zeros(50));
  const stsd = box('stsd', zeros(4), u32(1), size ? picture : sound);
  const tables = [
    box('stts', zeros(4), u32(1), u32(seconds), u32(rate)),
    box('stsc', zeros(8)),
    box('stsz', zeros(12)),
    box('stco', zeros(8)),
  ];
  const media = box('mdia', mdhd, hdlr, box('minf', box('stbl', stsd, ...tables)));
  const ftyp = box('ftyp', Buffer.from(brand), u32(512), Buffer.from('isommp41'));
  return Buffer.concat([ftyp, box('mdat', zeros(data)), box('moov', mvhd, box('trak', tkhd, media))]);
}

function element(id: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), u32(body.length | 0x10000000), body]);
}

/** A WebM, or another Matroska file. */
export function webm({ seconds, size, data = 1000 }: Film, type = 'webm'): Buffer {
  const float = zeros(8);
  float.writeDoubleBE(seconds * 1000);
  const [width, height] = size ?? [0, 0];
  const head = element('1a45dfa3', element('4286', zeros(1)), element('4282', Buffer.from(type)));
  const info = element('1549a966', element('2ad7b1', u32(1_000_000)), element('4489', float));
  const picture = element('e0', element('b0', u16(width)), element('ba', u16(height)));
  const sound = element('e1', element('b5', Buffer.from('473b8000', 'hex')), element('9f', Buffer.from([1])));
  const codec = element('86', Buffer.from(size ? 'V_VP9' : 'A_OPUS'));
  const track = element(
    'ae',
    element('d7', u16(1)),
    element('73c5', u16(1)),
    element('83', Buffer.from([size ? 1 : 2])),
    codec,
    size ? picture : sound,
  );
  const cluster = element('1f43b675', element('e7', u16(0)), element('a3', zeros(data)));
  return Buffer.concat([head, element('18538067', info, element('1654ae6b', track), cluster)]);
}

/** An Ogg stream of three pages: its header, its comments, and the last page, which states where it ends. */
export function opus(seconds: number): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const words = Buffer.concat([Buffer.from('OpusTags'), zeros(8)]);
  return Buffer.concat([page(2, 0, 0, head), page(0, 0, 1, words), page(4, seconds * 48_000, 2, zeros(200))]);
}

function page(flags: number, position: number, number: number, content: Buffer): Buffer {
  const head = zeros(27);
  head.write('OggS');
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(number, 18);
  head[26] = 1;
  return Buffer.concat([head, Buffer.from([content.length]), content]);
}

/** A FLAC file that consists of its first block. */
export function flac(seconds: number): Buffer {
  const rate = 8000;
  const info = zeros(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  info.writeUInt32BE(rate * 2 ** 12 + 7 * 2 ** 4, 10);
  info.writeUInt32BE(seconds * rate, 14);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, zeros(500)]);
}

/** Frames of an MP3 at 32 kHz, 36 ms each: 128 kbit/s, or alternately 128 and 64 kbit/s. */
export function mp3(seconds: number, bitrate: 'constant' | 'variable' | 'told'): Buffer {
  const count = Math.round(seconds / 0.036);
  const frame = (fast: boolean): Buffer =>
    Buffer.concat([Buffer.from([0xff, 0xfb, fast ? 0x98 : 0x58, 0xc0]), zeros(fast ? 572 : 284)]);
  const frames = Array.from({ length: count }, (_, at) => frame(bitrate === 'constant' || at % 2 === 0));
  if (bitrate !== 'told') return Buffer.concat(frames);
  const first = frame(true);
  first.write('Xing', 21);
  first.writeUInt32BE(1, 25);
  first.writeUInt32BE(count, 29);
  return Buffer.concat([first, ...frames]);
}
