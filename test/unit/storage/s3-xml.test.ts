import { describe, expect, it } from 'vitest';
import { elements, textOfElement } from '../../../src/storage/s3-xml.ts';
import { longestPause } from '../../support/longest-pause.ts';

describe('the answer of a bucket', () => {
  it.each<[string, string[]]>([
    ['<Key>a</Key><Keys>b</Keys><Key xmlns="">c</Key>', ['a', 'c']],
    ['<Key>a<Key>b</Key></Key>', ['a<Key>b']],
    ['<Key\n>a</Key><Key/><Key>b', ['a']],
    ['<Key', []],
    ['<Keys>', []],
  ])('%j has the elements %j', (xml, found) => {
    expect([...elements(xml, 'Key')]).toEqual(found);
  });

  it('has a text without escapes', () => {
    expect(textOfElement('<Key>a&amp;b&#x20;c</Key>', 'Key')).toBe('a&b c');
    expect(textOfElement('<Key/>', 'Key')).toBeNull();
  });

  it.each(['<Contents>', '<Contents ', '<Contents'])('of many %j holds nobody up', async (start) => {
    const xml = start.repeat(50_000);
    expect(await longestPause(async () => [...elements(xml, 'Contents')])).toBeLessThan(200);
  });
});
