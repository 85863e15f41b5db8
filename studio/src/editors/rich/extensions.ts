import { Extension, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { inView, linkInView } from '../../api/in-view.ts';
import { safeImage, safeLink } from '../safe-url.ts';

const BLOCKS = ['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'codeBlock'];
const ALIGNMENT = /^\s*text-align:\s*(left|right|center|justify);?\s*$/i;

/** Attributes of blocks that are kept: language, direction, title and alignment. */
const Kept = Extension.create({
  name: 'kept',
  addGlobalAttributes() {
    const plain = (name: string) => ({
      [name]: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    });
    return [
      {
        types: BLOCKS,
        attributes: {
          ...plain('lang'),
          ...plain('dir'),
          align: {
            default: null,
            parseHTML: (element) => ALIGNMENT.exec(element.getAttribute('style') ?? '')?.[1]?.toLowerCase() ?? null,
            renderHTML: ({ align }) => (align ? { style: `text-align: ${align};` } : {}),
          },
        },
      },
    ];
  },
});

const mark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const plain = (name: string) => ({
  [name]: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
});

/** An image by its address, in the library or on another site. */
const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => Object.assign({}, ...['src', 'alt', 'title', 'width', 'height', 'loading'].map(plain)),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (safeImage(element.getAttribute('src') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
  addNodeView:
    () =>
    ({ HTMLAttributes }) => ({ dom: shown('img', HTMLAttributes, { src: inView }) }),
});

/** Links are shown as images are. */
const ShownLinks = Extension.create({
  name: 'shownLinks',
  addProseMirrorPlugins: () => [
    new Plugin({ props: { markViews: { link: ({ attrs }) => ({ dom: shown('a', attrs, { href: linkTo }) }) } } }),
  ],
});

const linkTo = (address: string): string => linkInView(safeLink(address) ?? '');

/** An element for display, with the addresses to request; the stored text keeps the original ones. */
function shown(
  tag: string,
  attributes: Readonly<Record<string, unknown>>,
  addresses: Readonly<Record<string, (address: string) => string>>,
): HTMLElement {
  const element = document.createElement(tag);
  const given = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given) element.setAttribute(name, addresses[name]?.(String(value)) ?? String(value));
  return element;
}

/** The elements of rich texts. Others are lost when a text is parsed, so texts that contain them are edited as source. */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => safeLink(url) !== null,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  mark('subscript', 'sub'),
  mark('superscript', 'sup'),
  Image,
  ShownLinks,
  Kept,
];
