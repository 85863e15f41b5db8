import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Image,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  RemoveFormatting,
  SquareCode,
  Strikethrough,
  Subscript,
  Superscript,
  Underline,
  Undo2,
  Unlink,
} from '@lucide/vue';
import type { Editor } from '@tiptap/core';
import type { Component } from 'vue';

/** A button above a rich text. */
export interface Tool {
  /** Its name in schemas. */
  readonly name: string;
  readonly icon: Component;
  readonly run: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
}

const toggle = (name: string, icon: Component, mark: string): Tool => ({
  name,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(mark).run(),
  isOn: (editor) => editor.isActive(mark),
});

const heading = (level: 1 | 2 | 3 | 4 | 5 | 6, icon: Component): Tool => ({
  name: `h${level}`,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

const align = (name: string, icon: Component, to: string | null): Tool => ({
  name,
  icon,
  run: (editor) =>
    editor
      .chain()
      .focus()
      .updateAttributes('paragraph', { align: to })
      .updateAttributes('heading', { align: to })
      .run(),
  isOn: (editor) => to !== null && editor.isActive({ align: to }),
});

const command = (name: string, icon: Component, run: (editor: Editor) => void, on?: string): Tool => ({
  name,
  icon,
  run,
  ...(on && { isOn: (editor: Editor) => editor.isActive(on) }),
});

/** All tools. Those for links and images ask for an address first, which is the editor's part. */
export const TOOLS: readonly Tool[] = [
  toggle('bold', Bold, 'bold'),
  toggle('italic', Italic, 'italic'),
  toggle('underline', Underline, 'underline'),
  toggle('strikethrough', Strikethrough, 'strike'),
  toggle('subscript', Subscript, 'subscript'),
  toggle('superscript', Superscript, 'superscript'),
  toggle('inlinecode', Code, 'code'),
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  heading(4, Heading4),
  heading(5, Heading5),
  heading(6, Heading6),
  command('blockquote', Quote, (editor) => editor.chain().focus().toggleBlockquote().run(), 'blockquote'),
  command('bullist', List, (editor) => editor.chain().focus().toggleBulletList().run(), 'bulletList'),
  command('numlist', ListOrdered, (editor) => editor.chain().focus().toggleOrderedList().run(), 'orderedList'),
  command('codeblock', SquareCode, (editor) => editor.chain().focus().toggleCodeBlock().run(), 'codeBlock'),
  command('outdent', IndentDecrease, (editor) => editor.chain().focus().liftListItem('listItem').run()),
  command('indent', IndentIncrease, (editor) => editor.chain().focus().sinkListItem('listItem').run()),
  align('alignleft', AlignLeft, 'left'),
  align('aligncenter', AlignCenter, 'center'),
  align('alignright', AlignRight, 'right'),
  align('alignjustify', AlignJustify, 'justify'),
  align('alignnone', AlignLeft, null),
  command('link', Link, () => {}, 'link'),
  command('unlink', Unlink, (editor) => editor.chain().focus().extendMarkRange('link').unsetLink().run()),
  command('image', Image, () => {}, 'image'),
  command('hr', Minus, (editor) => editor.chain().focus().setHorizontalRule().run()),
  command('removeformat', RemoveFormatting, (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run()),
  command('undo', Undo2, (editor) => editor.chain().focus().undo().run()),
  command('redo', Redo2, (editor) => editor.chain().focus().redo().run()),
];

const USUAL = ['bold', 'italic', 'h2', 'blockquote', 'bullist', 'numlist', 'link', 'image'];

/** The tools that the options name, in their order; the default ones if they name none. */
export function toolsOf(options: Readonly<Record<string, unknown>>): readonly Tool[] {
  const { toolbar } = options;
  const given =
    typeof toolbar === 'string' ? toolbar.split(/[\s,|]+/) : Array.isArray(toolbar) ? toolbar.map(String) : [];
  const find = (names: readonly string[]): readonly Tool[] =>
    [...new Set(names)].map((name) => TOOLS.find((tool) => tool.name === name)).filter((tool) => tool !== undefined);
  const found = find(given.map((name) => (name === 'strike' ? 'strikethrough' : name)));
  return found.length > 0 ? found : find(USUAL);
}
