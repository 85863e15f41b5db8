import { describe, expect, it } from 'vitest';
import { toSettings } from '../../../../src/schema/settings.ts';
import { presetsOf } from '../../../../src/storage/images/presets.ts';
import { type RequestedVariant, requestedVariant } from '../../../../src/storage/images/requested-variant.ts';

const CARD = { key: 'card', width: 120, height: 80, fit: 'crop', quality: 60 };
const presets = (own: unknown) =>
  presetsOf(toSettings([{ key: 'asset_whitelist', value: typeof own === 'string' ? own : JSON.stringify(own) }]));
const ask =
  (asked: RequestedVariant, own: unknown = [CARD], name = 'a.png', type = '') =>
  () =>
    requestedVariant(asked, presets(own), { filenameDisk: name, type });

describe('the parameters of an image', () => {
  it('accept a preset by its key, before all others', () => {
    expect(ask({ key: 'card', w: '9', format: 'webp' })()).toEqual({
      width: 120,
      height: 80,
      fit: 'crop',
      quality: 60,
      format: 'png',
    });
  });

  it('accept the numbers of a preset, and a format', () => {
    expect(ask({ w: '120', h: '80', f: 'crop', q: '60', format: 'webp' })().format).toBe('webp');
  });

  it.each([
    [{ key: 'other' }, "Key doesn't exist."],
    [{ key: '../../x' }, "Key doesn't exist."],
    [{ w: '120', h: '80', f: 'contain', q: '60' }, "The params don't match the asset whitelist."],
    [{ w: '1/../..', h: '80', f: 'crop', q: '60' }, 'w: This value should be of type numeric.'],
    [{ w: '120', h: '80', f: 'crop', q: '\0' }, 'q: This value should be of type numeric.'],
    [
      { w: '120', h: '80' },
      'q: This value should not be blank. This value should be of type numeric. f: This value should not be blank.',
    ],
    [
      { w: '120', h: '80', f: 'crop', q: '60', format: '../x' },
      'The format must be one of jpg, jpeg, png, webp, gif, avif.',
    ],
    [
      { w: '120', h: '80', f: 'crop', q: '60', format: 'svg' },
      'The format must be one of jpg, jpeg, png, webp, gif, avif.',
    ],
  ])('%j: %s', (asked, message) => {
    expect(ask(asked)).toThrow(message);
  });

  it.each([
    ['0', '50'],
    ['-1', '50'],
    ['1.5', '50'],
    ['100000', '1'],
    ['8000', '8000'],
    ['1e400', '1'],
  ])('refuse a box of %s × %s, also where any box will do', (w, h) => {
    expect(ask({ w, h, f: 'crop', q: '80' }, [])).toThrow('whole numbers');
  });

  it('refuse a quality above 100', () => {
    expect(ask({ w: '1', h: '1', f: 'crop', q: '101' }, [])).toThrow('Quality must range from 0 to 100.');
  });

  it.each(['0.5', '50.5', '99.9'])('refuse a quality of %s', (q) => {
    expect(ask({ w: '1', h: '1', f: 'crop', q }, [])).toThrow('q: This value should be a whole number.');
  });

  it.each([
    ['1e3', '1000'],
    ['80.0', '80'],
  ])('accept %s as %s', (written, plain) => {
    const [first, second] = [written, plain].map((w) => ask({ w, h: '1', f: 'crop', q: '80' }, [])());
    expect(first).toEqual(second);
  });

  it('take a fractional quality of a preset as the whole number below it, and refuse a fractional side', () => {
    expect(ask({ key: 'card' }, [{ ...CARD, quality: 70.5 }])().quality).toBe(70);
    expect(ask({ key: 'card' }, [{ ...CARD, quality: 'much' }])).toThrow('Quality must range from 0 to 100.');
    expect(ask({ key: 'card' }, [{ ...CARD, width: 10.5 }])).toThrow('whole numbers');
    expect(ask({ key: 'card' }, [{ ...CARD, height: null }])).toThrow('whole numbers');
  });

  it.each([[''], ['[]'], ['{"a":1}'], ['not json'], ['null']])('are free if the list is %j', (own) => {
    expect(ask({ w: '33', h: '33', f: '../x', q: '0' }, own)().fit).toBe('crop');
  });

  it('recognise by the name of a file whether it is an image', () => {
    expect(ask({ key: 'card' }, [CARD], 'notes.txt')).toThrow('Invalid file extension.');
    expect(ask({ key: 'card' }, [CARD], 'circle.svg')).toThrow('Image source not readable');
  });

  it('recognise an image by its type if its name has no extension of an image', () => {
    expect(ask({ key: 'card' }, [CARD], 'blob', 'image/webp')().format).toBe('webp');
    expect(ask({ key: 'card' }, [CARD], 'photo.txt', 'image/jpeg')().format).toBe('jpeg');
    expect(ask({ key: 'card' }, [CARD], 'photo.png', 'image/jpeg')().format).toBe('png');
    expect(ask({ key: 'card' }, [CARD], 'circle', 'image/svg+xml')).toThrow('Image source not readable');
    expect(ask({ key: 'card' }, [CARD], 'report', 'application/pdf')).toThrow('Invalid file extension.');
  });
});
