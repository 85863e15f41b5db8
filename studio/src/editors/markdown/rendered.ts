import { type FunctionalComponent, h, type VNode } from 'vue';
import { inView, linkInView } from '../../api/in-view.ts';
import { type Block, parseBlocks } from './blocks.ts';
import { type Inline, parseInline } from './inline.ts';

/** Enough for any text that people read; the end of longer ones is not shown. */
const MAX_LENGTH = 300_000;

/** A Markdown text as nodes, none of which is ever parsed as HTML. */
const Rendered: FunctionalComponent<{ text: string }> = ({ text }) =>
  h('div', { class: 'rendered' }, parseBlocks(text.slice(0, MAX_LENGTH)).map(blockNode));
Rendered.props = ['text'];
export default Rendered;

function blockNode(block: Block): VNode {
  switch (block.kind) {
    case 'heading':
      return h(`h${Math.min(block.level + 1, 6)}`, { class: `h${block.level}` }, inline(block.text));
    case 'code':
      return h('pre', { tabindex: 0 }, h('code', block.text));
    case 'rule':
      return h('hr');
    case 'quote':
      return h('blockquote', block.blocks.map(blockNode));
    case 'list':
      return h(block.start === null ? 'ul' : 'ol', { start: block.start ?? undefined }, block.items.map(itemNode));
    case 'table':
      return tableNode(block);
    default:
      return h('p', inline(block.text));
  }
}

/** An item of one paragraph needs no paragraph. */
const itemNode = (blocks: readonly Block[]): VNode =>
  h(
    'li',
    blocks.map((block) => (block.kind === 'paragraph' ? h('span', inline(block.text)) : blockNode(block))),
  );

const tableNode = ({ head, rows }: Extract<Block, { kind: 'table' }>): VNode =>
  h('table', [
    h(
      'thead',
      h(
        'tr',
        head.map((cell) => h('th', { scope: 'col' }, inline(cell))),
      ),
    ),
    h(
      'tbody',
      rows.map((row) =>
        h(
          'tr',
          head.map((_, at) => h('td', inline(row[at] ?? ''))),
        ),
      ),
    ),
  ]);

const inline = (text: string): (VNode | string)[] => parseInline(text).map(inlineNode);

function inlineNode(part: Inline): VNode | string {
  switch (part.kind) {
    case 'code':
      return h('code', part.text);
    case 'break':
      return h('br');
    case 'link':
      return h(
        'a',
        { href: linkInView(part.url), target: '_blank', rel: 'noopener noreferrer' },
        part.parts.map(inlineNode),
      );
    case 'image':
      return h('img', { src: inView(part.url), alt: part.text, loading: 'lazy' });
    case 'text':
      return part.text;
    default:
      return h(part.kind, part.parts.map(inlineNode));
  }
}
