import { describe, expect, it } from 'vitest';
import { isUnchanged, mayResume } from '../../../src/http/conditions.ts';

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
    ['"abc,w64,q80"', true],
    ['W/"abc,w64,q80"', true],
    ['"x", "abc,w64,q80"', true],
    ['"abc"', false],
    ['"abc", "w64"', false],
  ])('a tag may contain commas; %s: unchanged is %s', (tags, expected) => {
    expect(isUnchanged({ 'if-none-match': tags }, { ...validators, etag: '"abc,w64,q80"' })).toBe(expected);
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
