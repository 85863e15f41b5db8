import { describe, expect, it } from 'vitest';
import { parseParameters } from '../../../../src/query/parse/parameters.ts';
import { parseQuery } from '../../../../src/query/parse/query.ts';

const parse = (text: string) => parseQuery(parseParameters(text));

describe('the shape of a query', () => {
  it('is the same for queries that differ only in values', () => {
    expect(parse('filter[a][eq]=1&q=x').shape).toBe(parse('filter[a][eq]=2&q=y').shape);
    expect(parse('filter[a][in]=1,2').shape).toBe(parse('filter[a][in]=3,4').shape);
    expect(parse('offset=5&page=2&meta=*').shape).toBe(parse('').shape);
  });

  it.each([
    ['filter[a][eq]=1', 'filter[a][neq]=1'],
    ['filter[a][eq]=1', 'filter[b][eq]=1'],
    ['filter[a][in]=1', 'filter[a][in]=1,2'],
    ['filter[a][eq]=1&filter[a][logical]=or', 'filter[a][eq]=1'],
    ['fields=a', 'fields=b'],
    ['fields=a,b', 'fields[]=a,b'],
    ['sort=a', 'sort=-a'],
    ['status=a', 'status=b'],
    ['lang=a', 'lang=b'],
    ['q=a', ''],
    ['fields=a&sort=b', 'fields=a%22,%22b&sort='],
  ])('differs between %s and %s', (one, other) => {
    expect(parse(one).shape).not.toBe(parse(other).shape);
  });
});

describe('the parameters of a list', () => {
  it.each([
    ['limit=5', 5],
    ['limit=-1', -1],
    ['limit=1.7', 1],
    ['limit=', 0],
    ['limit=ten', 0],
    ['limit=1e309', 1],
    ['limit[]=1', 0],
    ['', null],
  ])('%s asks for %s items', (text, limit) => {
    expect(parse(text).limit).toBe(limit);
  });

  it('single is true for 1 and true, and present in any other form', () => {
    expect(['single=1', 'single=TRUE', 'single=0', 'single=yes', ''].map((text) => parse(text).single)).toEqual([
      true,
      true,
      false,
      false,
      null,
    ]);
  });

  it('sort keeps its tokens for messages', () => {
    expect(parse('sort=-a, ?').sort).toEqual([
      { token: '-a', field: 'a', descending: true, random: false },
      { token: '?', field: '?', descending: false, random: true },
    ]);
  });
});

describe('a filter', () => {
  it('applies every operator of a field, and joins them by or on request', () => {
    const { conditions, values } = parse('filter[a][gt]=1&filter[a][lt]=4&filter[b]=x&filter[b][]=y');
    expect(conditions.map(({ path, operator, or }) => [path.join('.'), operator.name, or])).toEqual([
      ['a', 'gt', false],
      ['a', 'lt', false],
      ['b', 'eq', false],
      ['b', 'eq', false],
    ]);
    expect(values.slice(0, 2)).toEqual(['1', '4']);
    expect(values.slice(2).sort()).toEqual(['x', 'y']);
  });

  it('ignores an empty search text, and accepts both ends of a range', () => {
    expect(parse('filter[a][contains]=').conditions).toEqual([]);
    expect(parse('filter[a][between]=1,2,3').values).toEqual(['1', '3']);
  });

  it('refuses unknown operators, and too many conditions', () => {
    expect(() => parse('filter[a][EQ]=1')).toThrow('Unknown filter: EQ');
    expect(() => parse(Array.from({ length: 101 }, (_, index) => `filter[f${index}]=1`).join('&'))).toThrow(
      /100 conditions/,
    );
    expect(() => parse(`filter[a][in]=${'1,'.repeat(6000)}`)).toThrow(/5000 values/);
    expect(() => parse(`filter[${'a.'.repeat(20)}b]=1`)).toThrow(/12 levels/);
  });
});
