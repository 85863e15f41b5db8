import { describe, expect, it } from 'vitest';
import { comment, literal, member, unionOf } from '../../../src/typings/text.ts';

describe('names in declarations', () => {
  it.each([
    ['title', 'title'],
    ['$x_1', '$x_1'],
    ['class', 'class'],
    ['2fa', "'2fa'"],
    ['a-b', "'a-b'"],
    ['__proto__', "'__proto__'"],
    ['ünï', "'ünï'"],
    ["it's", "'it\\'s'"],
    ['a"b\\c\n', "'a\"b\\\\c\\n'"],
    ['\u2028\u202e\0', "'\\u2028\\u202e\\u0000'"],
    ['', "''"],
  ])('%j stands as %s', (name, shown) => {
    expect(member(name)).toBe(shown);
  });

  it.each(['a\\', "\\'", '\ud800', '*/', '`'])('%j is a literal of the same text', (text) => {
    // biome-ignore lint/security/noGlobalEval: the literal is what is tested
    expect(eval(literal(text))).toBe(text);
  });

  it('are joined to unions', () => {
    expect([unionOf(['a', 'b']), unionOf([])]).toEqual(["'a' | 'b'", 'never']);
  });
});

describe('notes in declarations', () => {
  it.each([
    [null, ''],
    ['', ''],
    [' \n ', ''],
    ['Short', '  /** Short */\n'],
    ['One\r\n\nTwo\u2028Three', '  /**\n   * One\n   * Two\n   * Three\n   */\n'],
    ['*/ evil() /*', '  /** *\\/ evil() /* */\n'],
    ['**//*/', '  /** **\\//*\\/ */\n'],
    ['@ts-expect-error', '  /** \\@ts-expect-error */\n'],
    [' * @ts-ignore', '  /** \\@ts-ignore */\n'],
    ['by a@b.c', '  /** by a@b.c */\n'],
    ['\u202eabc\u0000', '  /** abc */\n'],
  ])('%j stands as %j', (note, shown) => {
    expect(comment(note, '  ')).toBe(shown);
  });
});
