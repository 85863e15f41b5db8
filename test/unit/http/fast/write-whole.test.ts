import { expect, it } from 'vitest';
import { isPlain } from '../../../../src/http/fast/write-whole.ts';

it.each(['', 'no-cache', 'Authorization, Cookie', '"a;b"=~'])('the header %j is written as it is', (text) => {
  expect(isPlain(text)).toBe(true);
});

it.each(['a\r\nSet-Cookie: b=c', 'a\nb', 'a\rb', 'a\n', 'caf\u00e9', '\u007f', '\u0000'])(
  'Node checks the header %j',
  (text) => {
    expect(isPlain(text)).toBe(false);
  },
);
