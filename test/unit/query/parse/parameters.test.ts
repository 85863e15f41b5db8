import { describe, expect, it } from 'vitest';
import { listOf, parseParameters } from '../../../../src/query/parse/parameters.ts';

/** Plain objects of parameters that have no prototype. */
const parsed = (text: string): unknown => JSON.parse(JSON.stringify(parseParameters(text)));

describe('a query string, by the rules of PHP', () => {
  it.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: '' }],
    ['a[]=1&a[]=2', { a: { 0: '1', 1: '2' } }],
    ['filter[x][eq]=1&filter[x][gt]=2', { filter: { x: { eq: '1', gt: '2' } } }],
    ['filter[a.b][in][]=1', { filter: { 'a.b': { in: { 0: '1' } } } }],
    ['a%5Bb%5D=%C3%A9+x', { a: { b: 'é x' } }],
    ['a=%E0%A4%A', { a: '%E0%A4%A' }],
    ['a[b=1&a[b][c=2', { 'a[b': '1', 'a[b][c': '2' }],
    ['[b]=1', { '[b]': '1' }],
    ['a[b][c][d][e][f][g]=1', { 'a[b][c][d][e][f][g]': '1' }],
    ['a[b][c][d][e][f][g]x=1', { 'a[b][c][d][e][f][g]': '1' }],
    ['  a=1&%20+b[c]=2', { a: '1', b: { c: '2' } }],
    ['a[b] =1&c[d][e]x=2', { a: { b: '1' }, c: { d: { e: '2' } } }],
    ['a ]b[=1', { 'a ]b[': '1' }],
  ])('%s', (text, wanted) => {
    expect(parsed(text)).toEqual(wanted);
  });

  it.each([
    ['a[b][=]=1', { a: { b: { '=': '1' } } }],
    ['a[b][!=]=1=2', { a: { b: { '!=': '1=2' } } }],
    ['a[b][>=]=1&a[b][%3C=]=2', { a: { b: { '>=': '1', '<=': '2' } } }],
    ['a[b][!=]', { a: { b: { '!=': '' } } }],
    ['q=]&a[b]=]', { q: ']', a: { b: ']' } }],
    ['a[b=]=1', { 'a[b': ']=1' }],
  ])('does not divide an operator: %s', (text, wanted) => {
    expect(parsed(text)).toEqual(wanted);
  });

  it('never reaches a prototype', () => {
    parseParameters('__proto__[admin]=1&constructor[prototype][admin]=1');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(Object.getPrototypeOf(parseParameters('a[b]=1').a)).toBeNull();
  });

  it('accepts lists with commas or as arrays', () => {
    expect(listOf(' a, b,,c ')).toEqual(['a', 'b', 'c']);
    expect(listOf(parseParameters('x[]=a,b&x[]=c').x)).toEqual(['a,b', 'c']);
    expect(listOf(undefined)).toEqual([]);
  });
});
