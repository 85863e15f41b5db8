import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { describeBlob } from '../../../../src/storage/metadata/describe.ts';
import { manyRuns, thoroughly } from '../../../support/battery.ts';
import { longestPause } from '../../../support/longest-pause.ts';
import { broken, samples, wav, wordyPng } from '../../../support/samples.ts';

const SCENARIOS = new URL('../../../conformance/scenarios/assets/', import.meta.url);
const sample = (name: string): Buffer => readFileSync(new URL(name, SCENARIOS));
const project = 'p';
const streamed = (bytes: Buffer) => Readable.from([bytes], { objectMode: false });
const described = (bytes: Buffer, name: string, of = project) =>
  describeBlob({ project: of, open: async () => streamed(bytes), size: bytes.length, name });

const photo = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } });
const xmp = (properties: string): string =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description photoshop:City="Kiel">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** A JPEG segment that contains only keywords: a directory with one entry, followed by its text. */
function exifSegment(keywords: string): Buffer {
  const text = Buffer.from(keywords, 'utf16le');
  const block = Buffer.alloc(26);
  block.write('II*\0', 'latin1');
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(1, 8);
  block.writeUInt16LE(0x9c9e, 10);
  block.writeUInt16LE(1, 12);
  block.writeUInt32LE(text.length, 14);
  block.writeUInt32LE(26, 18);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(8 + block.length + text.length);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, Buffer.from('Exif\0\0'), block, text]);
}

/** An IPTC dataset of keywords. */
function keywords(text: string): Buffer {
  const head = Buffer.from([0x1c, 2, 25, 0, 0]);
  head.writeUInt16BE(text.length, 3);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** A TIFF of one pixel with an IPTC block, and its directory at the end. (TIFF 6.0, section 2.) */
function tiff(iptc: Buffer): Buffer {
  const [short, long, bytes] = [3, 4, 7];
  const entries = [
    [0x100, short, 1, 1],
    [0x101, short, 1, 1],
    [0x102, short, 1, 8],
    [0x103, short, 1, 1],
    [0x106, short, 1, 1],
    [0x111, long, 1, 8],
    [0x115, short, 1, 1],
    [0x116, short, 1, 1],
    [0x117, long, 1, 1],
    [0x83bb, bytes, iptc.length, 10],
  ] as const;
  const head = Buffer.alloc(10);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(10 + iptc.length, 4);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length);
  for (const [at, [tag, type, count, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * at);
    directory.writeUInt16LE(type, 4 + 12 * at);
    directory.writeUInt32LE(count, 6 + 12 * at);
    directory.writeUInt32LE(value, 10 + 12 * at);
  }
  return Buffer.concat([head, iptc, directory]);
}

describe('the type of a file', () => {
  it.each([
    ['gradient.png', 'gradient.png', 'image/png'],
    ['landscape.jpg', 'photo.png', 'image/jpeg'],
    ['harbour.webp', 'harbour', 'image/webp'],
    ['moving.gif', 'page.html', 'image/gif'],
    ['circle.svg', 'circle.svg', 'image/svg+xml'],
    ['circle.svg', 'circle.png', 'image/svg+xml'],
    ['page.html', 'page.html', 'text/html'],
    ['page.html', 'page.png', 'text/html'],
    ['page.html', 'page.txt', 'text/plain'],
    ['notes.txt', 'notes.txt', 'text/plain'],
    ['notes.txt', 'fake.png', 'image/png'],
    ['settings.json', 'settings.json', 'application/json'],
    ['prices.csv', 'prices.csv', 'text/csv'],
    ['notes.txt', 'Makefile', 'application/octet-stream'],
    ['empty.txt', 'empty.txt', 'text/plain'],
  ])('%s, named %s, is %s', async (file, name, type) => {
    expect((await described(sample(file), name)).type).toBe(type);
  });

  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const boxed = (brand: string): Buffer => latin(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mif1${'\0'.repeat(99)}`);
  const zip = latin(`PK\x03\x04\x14${'\0'.repeat(21)}\x05\0\0\0a.txt`);
  const cfb = latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`);

  it.each<[string, string, Buffer, string]>([
    ['a script that is a GIF', 'a.js', latin('GIF89a/*\0\0*/=1;alert(1)//'), 'image/gif'],
    ['a script that is a GIF', 'a.gif', latin('GIF89a/*\0\0*/=1;alert(1)//'), 'image/gif'],
    ['a page that is a PDF', 'a.html', latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n<script>1</script>'), 'application/pdf'],
    ['a page that is a PDF', 'a.png', latin('%PDF-1.4\n<html><script>1</script>'), 'application/pdf'],
    ['a page that is a JPEG', 'a.html', latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01<script>1</script>'), 'image/jpeg'],
    ['a page', 'a.pdf', latin('<html><script>1</script>%PDF-1.4'), 'text/html'],
    ['a page', 'a.docx', latin('<!DOCTYPE html><p>'), 'text/html'],
    ['a page with bytes in it', 'a.png', latin('<html>\0\xe9<script>1</script>'), 'text/html'],
    ['a page in UTF-16', 'a.png', wide('<html><script>1</script>'), 'text/html'],
    ['a drawing with a script', 'a.png', latin('<svg><script>1</script></svg>'), 'image/svg+xml'],
    [
      'a drawing with a document type',
      'a.jpg',
      latin('<!DOCTYPE svg [<!ENTITY x SYSTEM "y">]><svg/>'),
      'image/svg+xml',
    ],
    ['a drawing in UTF-16', 'a.jpg', wide('<svg xmlns="x"/>'), 'image/svg+xml'],
    ['text in UTF-16', 'a.txt', wide('Gr\u00fc\u00dfe \u{1f30a}'), 'text/plain'],
    ['text in UTF-16 the other way round', 'a.csv', wide('a;b').swap16(), 'text/csv'],
    ['HEIC', 'a.jpg', boxed('heic'), 'image/heic'],
    ['AVIF', 'a.png', boxed('avif'), 'image/avif'],
    ['TIFF', 'a.jpg', latin('II*\0\x08\0\0\0\0\0\0\0\0\0'), 'image/tiff'],
    ['ICO', 'a.png', latin('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0 \0'), 'image/x-icon'],
    ['a font', 'a.html', latin('wOF2\0\x01\0\0'), 'font/woff2'],
    ['a ZIP', 'a.png', zip, 'application/zip'],
    ['a ZIP', 'a.html', zip, 'application/zip'],
    ['a document in a ZIP', 'a.odt', zip, 'application/vnd.oasis.opendocument.text'],
    ['a document of old', 'a.doc', cfb, 'application/msword'],
    ['a document of old', 'a.png', cfb, 'application/x-cfb'],
    ['a program', 'a.png', latin('MZ\x90\0\x03\0\0\0\x04'), 'application/x-msdownload'],
    ['a film of Flash', 'a.png', latin('FWS\x05\0\0\0\0'), 'application/x-shockwave-flash'],
  ])('of %s that is called %s is that of its content', async (_, name, bytes, type) => {
    expect((await described(bytes, name)).type).toBe(type);
  });

  it('of XML with a style sheet and the name of a picture is XML', async () => {
    const bytes = Buffer.from('\uFEFF <?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>');
    expect((await described(bytes, 'a.jpg')).type).toBe('application/xml');
  });

  it('of a text that begins like a signature is what its name says', async () => {
    expect((await described(Buffer.from('BMW builds cars'), 'a.txt')).type).toBe('text/plain');
  });
});

describe('metadata in the bytes of a file', () => {
  it('is the size of an image as it is stored', async () => {
    expect(await described(sample('exif-only.jpg'), 'a.jpg')).toMatchObject({
      width: 160,
      height: 240,
      description: 'Described in EXIF',
      location: null,
      tags: null,
    });
    expect(await described(sample('moving.gif'), 'a.gif')).toMatchObject({ width: 120, height: 90 });
    expect(await described(sample('harbour.webp'), 'a.webp')).toMatchObject({ width: 400, height: 300 });
  });

  it('is the caption of a photo', async () => {
    expect(await described(sample('lighthouse.jpg'), 'a.jpg')).toMatchObject({
      width: 300,
      height: 200,
      description: 'The old lighthouse at dusk',
      location: 'Kiel, Schleswig-Holstein, Germany',
      tags: ['sea', 'tower', 'evening'],
    });
  });

  it('is the location of a receiver, if no place is named', async () => {
    const taken = (north: string, east: string) =>
      photo().withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: north, GPSLongitudeRef: 'W', GPSLongitude: east } });
    const placed = async (north: string, east: string) =>
      (await described(await taken(north, east).jpeg().toBuffer(), 'a.jpg')).location;
    expect(await placed('54/1 19/1 3000/100', '10/1 8/1 24/1')).toBe('54.325, -10.14');
    expect(await placed('54325/1000 0/0 0/0', '10/1 0/1 0/1')).toBe('54.325, -10');
    expect(await placed('0/1 0/1 0/1', '0/1 0/1 0/1')).toBeNull();
    expect(await placed('91/1 0/1 0/1', '10/1 0/1 0/1')).toBeNull();
    expect(await placed('54/0 0/1 0/1', '10/1 0/1 0/1')).toBeNull();
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)('is the XMP of a %s', async (format) => {
    const packet = xmp(
      '<dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>R&amp;D, tower</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>' +
        '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Dusk &#233;</rdf:li></rdf:Alt></dc:description>' +
        '<photoshop:Country>Germany</photoshop:Country>',
    );
    const bytes = await photo().withXmp(packet).toFormat(format).toBuffer();
    expect(await described(bytes, `a.${format}`)).toMatchObject({
      tags: ['sea', 'R&D', 'tower'],
      description: 'Dusk \u00e9',
      location: 'Kiel, Germany',
    });
  });

  it('is the keywords that Windows writes', async () => {
    const bytes = await photo().jpeg().toBuffer();
    const marked = Buffer.concat([bytes.subarray(0, 2), exifSegment('sea;tower; ;sea\0rest'), bytes.subarray(2)]);
    expect((await described(marked, 'a.jpg')).tags).toEqual(['sea', 'tower']);
  });

  it('is text without characters that no database accepts', async () => {
    const words = 'Two\u0000lines\u0007 \u{1f30a}';
    const bytes = await photo()
      .withXmp(xmp(`<dc:description>${words}</dc:description>`))
      .jpeg()
      .toBuffer();
    expect((await described(bytes, 'a.jpg')).description).toBe('Twolines \u{1f30a}');
  });

  it('is no size for a drawing, or for a text that calls itself an image', async () => {
    expect(await described(sample('circle.svg'), 'a.svg')).toMatchObject({ width: null, height: null });
    expect(await described(sample('notes.txt'), 'a.png')).toMatchObject({ width: null, height: null });
  });

  it('is the duration of a recording', async () => {
    expect(await described(wav(3), 'a.wav')).toMatchObject({ type: 'audio/x-wav', duration: 3, width: null });
  });

  it('is read from a picture whose header is at its end', async () => {
    const { tiff } = await samples();
    expect(await described(tiff, 'a.tif')).toMatchObject({ type: 'image/tiff', width: 900, height: 700 });
  });

  it('is the keywords of a photo with millions of them, and holds nobody up', async () => {
    const bytes = tiff(Buffer.alloc(5_000_000, keywords('red,blue,'.repeat(1000))));
    const open = async () => streamed(Buffer.from(bytes));
    let found: unknown;
    const pause = await longestPause(async () => {
      found = await describeBlob({ project, open, size: bytes.length, name: 'a.tiff' });
    });
    expect(found).toMatchObject({ width: 1, tags: ['red', 'blue'] });
    expect(pause).toBeLessThan(100);
  });

  it.each([
    ['comments', 'Comment'],
    ['captions', 'XML:com.adobe.xmp'],
  ])('is the caption of a picture with compressed %s of many megabytes, and holds nobody up', async (_, keyword) => {
    const packet = xmp('<dc:description>Dusk</dc:description>');
    const long = Array(12).fill([keyword, 'é'.repeat(5_000_000)] as const);
    const bytes = wordyPng([['XML:com.adobe.xmp', packet], ...long]);
    let found: unknown;
    const pause = await longestPause(async () => {
      found = await described(bytes, 'a.png');
    });
    expect(found).toMatchObject({ width: 1, description: 'Dusk' });
    expect(pause).toBeLessThan(100);
  });

  it('is the size of a picture with too long a caption, and holds nobody up', async () => {
    const long = xmp('é'.repeat(12_500_000));
    const written = photo().withXmp(long);
    const png = wordyPng([['XML:com.adobe.xmp', long]]);
    for (const bytes of [png, await written.webp().toBuffer(), await written.avif().toBuffer()]) {
      let found: unknown;
      const pause = await longestPause(async () => {
        found = await described(bytes, 'a.png');
      });
      expect(found).toMatchObject({ height: expect.any(Number), description: null });
      expect(pause).toBeLessThan(100);
    }
  });

  it('requires no more of a large file than necessary', async () => {
    const [first] = [sample('landscape.jpg')];
    let read = 0;
    const open = async () =>
      Readable.from(
        (function* () {
          yield first;
          for (; read < 500; read++) yield Buffer.alloc(1024 * 1024);
        })(),
        { objectMode: false },
      );
    const large = await describeBlob({ project, open, size: 500 * 1024 * 1024, name: 'a.jpg' });
    expect(large).toMatchObject({ width: 1200, height: 800 });
    expect(read).toBeLessThan(10);
  });

  it('does not wait for the files of another project', async () => {
    let release = (): void => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const open = async () => {
      await released;
      return streamed(Buffer.from('text'));
    };
    const slow = [1, 2, 3, 4, 5].map(() => describeBlob({ project: 'slow', open, size: 4, name: 'a.txt' }));
    expect(await described(Buffer.from('text'), 'a.txt', 'other')).toMatchObject({ type: 'text/plain' });
    release();
    expect(await Promise.all(slow)).toHaveLength(5);
  });

  it('must give its first bytes in time, because the files of other projects wait for them', async () => {
    const open = async () => new Readable({ read: () => {} });
    const late = describeBlob({ project, open, size: 5, name: 'a.txt' }, 50);
    await expect(late).rejects.toMatchObject({ entry: 'storageUnavailable' });
  });

  it('fails like the storage', async () => {
    const open = async (): Promise<Readable> => {
      throw new Error('gone');
    };
    await expect(describeBlob({ project, open, size: 5, name: 'a.png' })).rejects.toThrow('gone');
  });
});

describe('a damaged blob', () => {
  it('is described without a crash', { timeout: thoroughly(60_000) }, async () => {
    const all = Object.entries({
      caption: sample('lighthouse.jpg'),
      exif: sample('exif-only.jpg'),
      tiny: sample('tiny.png'),
      gif: sample('moving.gif'),
      webp: sample('harbour.webp'),
      wav: wav(1),
      ...(await samples()),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), broken, async ([kind, bytes], spoil) => {
        const spoiled = spoil(bytes);
        const { width, height, duration, tags } = await described(spoiled, `a.${kind}`);
        for (const number of [width, height, duration])
          expect(number === null || (Number.isInteger(number) && number >= 0)).toBe(true);
        expect(tags === null || tags.every((tag) => tag !== '')).toBe(true);
      }),
      manyRuns(400),
    );
  });
});
