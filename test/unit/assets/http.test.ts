import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerType, treatmentOf } from '../../../src/http/active-content.ts';
import { parseRange } from '../../../src/http/byte-range.ts';
import { isUnchanged, mayResume } from '../../../src/http/conditions.ts';
import { contentDisposition } from '../../../src/http/content-disposition.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=50-999', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-5', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['lines=0-5', null],
    [undefined, null],
  ])('%s of 100 bytes is %j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  it('never asks an empty file for anything', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });

  it('stays inside of the file, whatever is asked', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat({ max: 10_000 }), (from, to, size) => {
        const range = parseRange(`bytes=${from}-${to}`, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThan(size);
        expect(range.start).toBeLessThanOrEqual(range.end);
      }),
    );
  });
});

describe('conditions', () => {
  const validators = { etag: '"abc"', modified: new Date('2026-05-01T10:00:00.700Z') };

  it.each([
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc"' }, true],
    [{ 'if-none-match': '"x", "abc"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 01 May 2026 10:00:00 GMT' }, false],
    [{ 'if-modified-since': 'Fri, 01 May 2026 10:00:00 GMT' }, true],
    [{ 'if-modified-since': 'Fri, 01 May 2026 09:59:59 GMT' }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    [{}, false],
  ])('%j: unchanged is %s', (headers, expected) => {
    expect(isUnchanged(headers, validators)).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ 'if-range': '"abc"' }, true],
    [{ 'if-range': 'W/"abc"' }, false],
    [{ 'if-range': '"old"' }, false],
    [{ 'if-range': 'Fri, 01 May 2026 10:00:00 GMT' }, true],
    [{ 'if-range': 'Fri, 01 May 2026 11:00:00 GMT' }, false],
  ])('%j: a stretch may be sent is %s', (headers, expected) => {
    expect(mayResume(headers, validators)).toBe(expected);
  });
});

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

  it('says where a file is to be saved', () => {
    expect(contentDisposition('page.html', true)).toBe('attachment; filename="page.html"');
  });

  it('is one line of ASCII, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const value = contentDisposition(name, true);
        expect(value).toMatch(/^attachment; filename="(?:[^"\\]|\\.)*"(; filename\*=UTF-8''[\w.!~%-]+)?$/);
        expect(value).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

describe('what a browser could run', () => {
  it.each([
    ['image/svg+xml', 'sandboxed'],
    ['text/html', 'saved'],
    ['application/xhtml+xml', 'saved'],
    ['application/xml', 'saved'],
    ['application/atom+xml', 'saved'],
    ['application/pdf', 'shown'],
    ['image/png', 'shown'],
    ['text/plain', 'shown'],
  ] as const)('%s is %s', (type, treatment) => {
    expect(treatmentOf(type)).toBe(treatment);
  });

  it('is not let in by a media type that is none', () => {
    expect(headerType('text/html\r\nX: y')).toBe('application/octet-stream');
    expect(headerType('TEXT/HTML')).toBe('text/html; charset=utf-8');
    expect(headerType('')).toBe('application/octet-stream');
  });
});
