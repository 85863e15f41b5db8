import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBlocks } from '../src/editors/markdown/blocks.ts';
import { linked, prefixed, wrapped } from '../src/editors/markdown/edit.ts';
import { type Inline, parseInline } from '../src/editors/markdown/inline.ts';
import { safeImage, safeLink } from '../src/editors/safe-url.ts';

const textOf = (parts: readonly Inline[]): string =>
  parts.map((part) => ('parts' in part ? textOf(part.parts) : 'text' in part ? part.text : '')).join('');
const linksIn = (parts: readonly Inline[]): readonly string[] =>
  parts.flatMap((part) => [...('url' in part ? [part.url] : []), ...('parts' in part ? linksIn(part.parts) : [])]);

it('parses the blocks of a text', () => {
  const source =
    '# One\n\ntwo\nlines\n\n- a\n- b\n  - c\n\n1. x\n\n> said\n\n```js\n<b>\n```\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  expect(parseBlocks(source).map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'quote',
    'code',
    'rule',
    'table',
  ]);
});

it('parses the marks of a line', () => {
  expect(parseInline('a **b *c*** `d` ~~e~~ snake_case_name 2 * 3 * 4')).toMatchObject([
    { kind: 'text', text: 'a ' },
    { kind: 'strong' },
    { kind: 'text' },
    { kind: 'code', text: 'd' },
    { kind: 'text' },
    { kind: 'del' },
    { kind: 'text', text: ' snake_case_name 2 * 3 * 4' },
  ]);
});

it.each([
  'javascript:alert(1)',
  'JaVa\tScript:alert(1)',
  ' javascript:x',
  'data:text/html,x',
  'vbscript:x',
  '\u200Bjavascript:x',
])('leads nowhere by %j', (url) => {
  expect(safeLink(url)).toBeNull();
  expect(safeImage(url)).toBeNull();
  expect(linksIn(parseInline(`[x](${url}) ![x](${url}) <${url}>`))).toEqual([]);
});

it.each(['https://a.example', '/files/1', '#top', 'mailto:a@b.example', 'tel:+351'])('lets links lead to %s', (url) => {
  expect(safeLink(url)).toBe(url);
});

it('loses no text, whatever it is given', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z *_`~[\]()!<>#\n-]{0,200}$/), (text) => {
      const plain = textOf(parseInline(text)).replace(/[^a-z]/g, '');
      expect(text.replace(/[^a-z]/g, '').startsWith(plain.slice(0, 1))).toBe(true);
      parseBlocks(text);
    }),
  );
});

it.each(['*a ', '[', '![](', '**', '`', '<h', '> ', '- '])('takes a megabyte of %j quickly', (piece) => {
  const started = performance.now();
  const blocks = parseBlocks(piece.repeat(1_000_000 / piece.length));
  for (const block of blocks) if ('text' in block) parseInline(block.text);
  parseInline(piece.repeat(20_000 / piece.length));
  expect(performance.now() - started).toBeLessThan(2000);
});

it('puts marks around what is selected, and takes them away again', () => {
  const on = wrapped({ text: 'a word', from: 2, to: 6 }, '**');
  expect(on.text).toBe('a **word**');
  expect(wrapped(on, '**')).toEqual({ text: 'a word', from: 2, to: 6 });
  expect(prefixed({ text: 'a\nb', from: 0, to: 3 }, '1. ').text).toBe('1. a\n2. b');
  expect(linked({ text: 'see https://a.example', from: 4, to: 21 }).text).toBe('see [](https://a.example)');
});
