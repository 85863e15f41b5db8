import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../src/http/content-disposition.ts';
import { manyRuns } from '../../support/battery.ts';

describe('the name of a file in a header', () => {
  it.each([
    ['gradient.png', 'filename="gradient.png"'],
    ['a "b".png', `filename="a \\"b\\".png"; filename*=UTF-8''a%20%22b%22.png`],
    ['naïve café.png', `filename="na_ve caf_.png"; filename*=UTF-8''na%C3%AFve%20caf%C3%A9.png`],
    ['😀.png', `filename="_.png"; filename*=UTF-8''%F0%9F%98%80.png`],
    ['a\r\nSet-Cookie: x=1', 'filename="aSet-Cookie: x=1"'],
    ['../../etc/passwd', 'filename="passwd"'],
    ['photo\u202egnp.exe', 'filename="photognp.exe"'],
    ['it\u2019s (1).png', `filename="it_s (1).png"; filename*=UTF-8''it%E2%80%99s%20%281%29.png`],
    ['', 'filename="file"'],
  ])('%j is %s', (name, expected) => {
    expect(contentDisposition(name, false)).toBe(expected);
  });

  it('says whether a file is to be saved', () => {
    expect(contentDisposition('page.html', true)).toBe('attachment; filename="page.html"');
  });

  it('is one line of ASCII, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const value = contentDisposition(name, true);
        expect(value).toMatch(/^attachment; filename="(?:[^"\\]|\\.)*"(; filename\*=UTF-8''[\w.!~%-]+)?$/);
        expect(value).toMatch(/^[\x20-\x7e]*$/);
      }),
      manyRuns(),
    );
  });
});
